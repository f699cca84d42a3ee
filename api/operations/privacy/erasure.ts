/** Erases a customer on request, at once and for good (docs/product/account.md, Erasure). */

import type { Knex } from 'knex'
import { cancelUnpaidOrder } from '#api/orders/order/order-status.ts'
import { verifyPassword } from '#api/people/auth/passwords/passwords.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordChange } from '#api/platform/audit/record.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { Conflict, findOrThrow, WrongPassword } from '#api/platform/errors.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { hasRights } from '#api/rules/rights.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { type Erasure, eraseRows } from '#db/erasure/erasure.ts'
import { logErasure } from '#db/erasure/erasure-log.ts'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'

/** How long provider events and running calls may still store data about an erased customer. */
const ERASED_AGAIN_FOR_DAYS = 30

/** @throws WrongPassword; as {@link eraseUser} does */
export async function eraseOwnAccount(
  services: Services,
  user: User,
  currentPassword: string,
  owner: Actor,
): Promise<void> {
  if (!(await verifyPassword(user.passwordHash, currentPassword))) {
    throw new WrongPassword('Your current password is not correct')
  }
  await eraseUser(services, user.id, owner)
}

/** @throws NotFound; Conflict erased, has_rights, order_open; Error if the erasure log cannot be written */
export async function eraseUser(
  { db, env, jobs }: Pick<Services, 'db' | 'jobs'> & { env: Pick<Env, 'dataDir'> },
  userId: number,
  actor: Actor,
): Promise<void> {
  await db.transaction(async (trx) => {
    // Locks orders before their user, as all transactions do to avoid deadlocks.
    await Order.query(trx).where({ userId }).forUpdate().select('id')
    const user = await findOrThrow(User.query(trx).findById(userId).forUpdate(), 'User')
    await actor.holdRight(trx)
    await assertErasable(trx, user)
    const erasure: Erasure = { userId, erasedAt: new Date() }
    await eraseRows(trx, erasure)
    const unpaid = await Order.query(trx)
      .where({ userId })
      .whereIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
      .select('id')
    for (const { id } of unpaid) await cancelUnpaidOrder(jobs, trx, id, 'Its customer was erased')
    await recordChange(trx, { actorId: actor.id, action: 'removed', subject: 'user', subjectId: userId })
    await queueMail(jobs, trx, 'account_erased', { email: user.email })
    // The log serves to repeat erasures after a backup is restored. It is written last, so that it contains only completed ones.
    await logErasure(env.dataDir, erasure)
  })
}

async function assertErasable(trx: Knex.Transaction, user: User): Promise<void> {
  if (user.erasedAt) throw new Conflict('erased', 'This customer was already erased')
  if (hasRights(user)) {
    throw new Conflict(
      'has_rights',
      'Staff and admin accounts cannot be erased. An admin must remove their rights first.',
    )
  }
  const orders = await Order.query(trx)
    .where({ userId: user.id })
    .whereIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'hasPayment'))
    .select('status', 'workState')
  if (orders.some(({ status, workState }) => ORDER_STATUS[status].isOpen || workState !== null)) {
    const message =
      'We are still working on a paid order or its warranty. The account can be erased when that is done.'
    throw new Conflict('order_open', message)
  }
}

/** Erases data stored about recently erased customers since their erasure. */
export async function eraseRowsAddedSince(db: Knex): Promise<void> {
  const erased = await User.query(db)
    .whereRaw('erased_at > now() - make_interval(days => ?)', [ERASED_AGAIN_FOR_DAYS])
    .select('id', 'erasedAt')
  for (const { id: userId } of erased)
    await db.transaction((trx) => eraseRows(trx, { userId, erasedAt: new Date() }))
}
