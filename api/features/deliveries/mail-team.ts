import type { Knex } from 'knex'
import type { Delivery, DeliveryRequest } from '../../../db/models/order-work/staff-assignment.ts'
import { User } from '../../../db/models/user.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { UNDO_SECONDS } from '../../rules/periods.ts'
import { queueMails } from '../mail/outbox.ts'
import { readReadyTo } from '../orders/delivery.ts'

/** Mails whoever delivered, and the admins. */
export async function mailTeam(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id: requestId }: DeliveryRequest,
  delivery: Delivery | undefined,
): Promise<void> {
  const team = await User.query(trx)
    .where({ disabledAt: null })
    .where((one) => one.where({ isAdmin: true }).orWhere({ isStaff: true, id: delivery?.authorId ?? 0 }))
    .select('id', 'isAdmin')
    .orderBy('id')
  if (team.length === 0) return
  await queueMails(
    jobs,
    trx,
    team.map(({ id, isAdmin }) => ({
      kind: 'delivery_request',
      payload: { requestId, ...(isAdmin ? { adminId: id } : { staffId: id }) },
    })),
  )
}

/** Mails the admins once all work on the order is completed and nothing delivered, or a delivery waits for them. */
export async function mailAdmins(
  jobs: Jobs,
  trx: Knex.Transaction,
  { orderId, assignmentId }: { orderId: number; assignmentId: number },
): Promise<void> {
  const readyTo = await readReadyTo(trx, orderId)
  if (readyTo !== 'close' && readyTo !== 'release') return
  const admins = await User.query(trx).where({ isAdmin: true, disabledAt: null }).select('id').orderBy('id')
  await queueMails(
    jobs,
    trx,
    admins.map(({ id: adminId }) => ({ kind: 'work_finished', payload: { assignmentId, adminId } })),
    { afterSeconds: UNDO_SECONDS },
  )
}
