import { calendar } from '#api/content/content.ts'
import type { PostponeRefundBody } from '#api/contract/money/refund-requests.ts'
import { lockPaidOrder } from '#api/orders/deliveries/team.ts'
import type { Services } from '#api/platform/app-type.ts'
import { InvalidInput } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { closingOf, formatBusinessDay } from '#api/rules/business-calendar.ts'
import { changed, changeRequest, getSeen, mailCustomer, refuseOwn } from './change.ts'

/**
 * An admin names a later date of the decision, where a matter is too complex for the policy's.
 * @throws NotFound; InvalidInput; Conflict request_changed, own_request
 */
export async function postponeDecision(
  { db, jobs }: Services,
  { orderId, actor, version, day, reason }: PostponeRefundBody & { orderId: number; actor: Actor },
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockPaidOrder(trx, orderId)
    await actor.holdRight(trx)
    const request = await getSeen(trx, orderId, version)
    if (request.state !== 'open') throw changed()
    refuseOwn(request, actor)
    const dueAt = closingOf(day, calendar)
    if (!dueAt) throw new InvalidInput('day', 'On this day the company does not work')
    const old = formatBusinessDay(request.dueAt, calendar)
    if (dueAt <= request.dueAt || dueAt < new Date())
      throw new InvalidInput('day', `The new date must be to come, and after ${old}`)
    const note = `Decision on the refund by ${formatBusinessDay(dueAt, calendar)} instead of ${old}`
    const cause = { actorKind: 'admin', actorId: actor.id, note } as const
    await changeRequest(trx, order, request, { dueAt, dueReason: reason }, cause)
    await mailCustomer(jobs, trx, request, 'postponed')
  })
}
