/** One order with its questions and assignments, for admins. */
import type { Knex } from 'knex'
import { AdminOrderDetail } from '#api/contract/orders/admin-orders.ts'
import { listQuestions } from '#api/orders/order/answers.ts'
import { ATTENTION, DUE, nameMoments } from '#api/orders/order/attention.ts'
import { READY_TO } from '#api/orders/order/delivery.ts'
import { type OrderRow, selectOrders, toWireFields } from '#api/orders/order/order.ts'
import { readWork } from '#api/orders/order/work.ts'
import { listReminders } from '#api/orders/reminders/reminder.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import { getFound } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { nameOffer } from '#api/rules/offers.ts'
import { User } from '#db/models/people/user.ts'
import { listOrderAssignments } from './queries.ts'

type Row = OrderRow & Pick<AdminOrderDetail, 'due' | 'readyTo' | 'isCallDue' | 'mayClose'>

/** @throws NotFound */
export async function getOrderPage(db: Knex, id: number): Promise<AdminOrderDetail> {
  const query = selectOrders(db)
    .findById(id)
    .select(db.raw(`${READY_TO} AS ready_to`), db.raw(`${DUE} AS due`, nameMoments()))
    .select(
      db.raw(
        `${ATTENTION.callCustomer} IS TRUE AS is_call_due, ${ATTENTION.mayClose} IS TRUE AS may_close`,
        nameMoments(),
      ),
    )
  const row = (await getFound(query, 'Order')) as Row
  const user = row.userId === null ? undefined : await User.query(db).findById(row.userId)
  return toWire(AdminOrderDetail, {
    ...row,
    ...toWireFields(row),
    user: user ? toWireUser(user) : null,
    offerNumber: row.offerId === null ? null : nameOffer(row.offerId),
    reminders: await listReminders(db, id),
    questions: await listQuestions(db, row),
    assignments: await listOrderAssignments(db, id),
    ...(await readWork(db, row)),
  })
}
