/** What admins decide about a request for a refund, and who may give it a second look. */
import type { Knex } from 'knex'
import type { Offer, RefundRequest } from '../../../db/models/order-work/refund-request.ts'
import type { Services } from '../../app-type.ts'
import { Conflict, InvalidInput } from '../../base/errors.ts'
import type { DecideRefundBody } from '../../contract/order-work/refund-requests.ts'
import type { Actor } from '../../plugins/guards.ts'
import { formatPlain } from '../../rules/money/format.ts'
import { least, type Money, money, parseAmount } from '../../rules/money/money.ts'
import { ALTERNATIVE_LABELS, canCancel, decidedState, isLive } from '../../rules/order-work/refund-request.ts'
import { FULL_REFUND_HOURS } from '../../rules/promises.ts'
import { recordEdit } from '../audit/record.ts'
import { lockOwnOrder } from '../deliveries/acceptance.ts'
import { lockPaidOrder } from '../deliveries/team.ts'
import { setOrderStatus } from '../orders/order-status.ts'
import { assertRefundable, refundOrder, refuseWhileAllDisputed } from '../refunds/refund.ts'
import { by, giveBack, insertRequest, type OfCustomer } from './ask.ts'
import {
  changed,
  changeRequest,
  findLast,
  getSeen,
  mailAdmins,
  mailCustomer,
  readMoney,
  readPolicyFacts,
  refuseOwn,
} from './change.ts'

/** SQL: whether the admin who asks, and each admin who may sign in, had a part in the order. */
const PARTS = `SELECT id, (id = :authorId
  OR EXISTS (SELECT FROM order_events WHERE order_id = :orderId AND actor_id = users.id AND created_at < :before)
  OR EXISTS (SELECT FROM order_messages WHERE order_id = :orderId AND author_id = users.id AND created_at < :before)
  OR EXISTS (SELECT FROM deliveries WHERE order_id = :orderId AND author_id = users.id)
  OR EXISTS (SELECT FROM staff_assignments WHERE order_id = :orderId AND staff_id = users.id)) AS "hadPart"
  FROM users WHERE id = :userId OR (is_admin AND disabled_at IS NULL)`

/**
 * Whether an admin may decide. `barred`: it is their own request, or one for a second look at an order in which they had a part.
 * `alone`: they had a part, and so had every other admin.
 */
export async function readRight(
  db: Knex,
  userId: number,
  { orderId, authorId, secondLookAt }: RefundRequest,
): Promise<'free' | 'alone' | 'barred'> {
  if (authorId === userId) return 'barred'
  if (!secondLookAt) return 'free'
  const { rows } = await db.raw<{ rows: { id: number; hadPart: boolean }[] }>(PARTS, {
    userId,
    orderId,
    authorId,
    before: secondLookAt,
  })
  if (rows.some(({ id, hadPart }) => id === userId && !hadPart)) return 'free'
  return rows.every(({ hadPart }) => hadPart) ? 'alone' : 'barred'
}

/**
 * Decides: gives back, offers less or something else, or declines. As much as was asked for goes back at once; less waits for the
 * customer's word.
 * @throws NotFound; InvalidInput; Conflict request_changed, had_part, in_dispute, exceeds_refundable
 */
export async function decide(
  { db, jobs }: Services,
  { orderId, actor, ...body }: DecideRefundBody & { orderId: number; actor: Actor },
): Promise<void> {
  const { version, decision, text = '', confirmsPart = false } = body
  await db.transaction(async (trx) => {
    const order = await lockPaidOrder(trx, orderId)
    await actor.holdRight(trx)
    const request = await getSeen(trx, orderId, version)
    if (!isLive(request.state)) throw changed()
    const right = await readRight(trx, actor.id, request)
    const isAlone = right === 'alone'
    if (right === 'barred' || (isAlone && !confirmsPart)) {
      const message = isAlone
        ? 'You had a part in this order, and no other admin can look at it. Please confirm that you do'
        : 'You had a part in this order, so somebody else takes the second look'
      refuseOwn(request, actor)
      throw new Conflict('had_part', message)
    }
    const { payments, left, ...paid } = await readMoney(trx, orderId)
    await refuseWhileAllDisputed(trx, payments)
    const offer = toOffer(body, { ...paid, priceCents: order.amountCents })
    const amount = offer?.kind === 'refund' ? money(offer.amountCents, request.currency) : undefined
    if (amount) assertRefundable(amount, left)
    const asked = least(money(request.askedCents, request.currency), left)
    const state = decidedState(decision, { amount, asked })
    const refund =
      state === 'refunded' && amount
        ? await giveBack(jobs, trx, request, { amount, adminId: actor.id })
        : undefined
    const about = { actorId: actor.id, subjectId: orderId, label: order.invoiceNumber }
    await recordEdit(
      trx,
      { ...about, subject: 'order' },
      { refundRequest: request.state },
      { refundRequest: state, ...(isAlone && { secondLook: 'confirmed by an admin who had a part' }) },
    )
    await changeRequest(
      trx,
      order,
      request,
      {
        state,
        offer,
        decidedById: actor.id,
        decidedAt: new Date(),
        answer: isAlone ? `${text}\n\n${TOLD_ALONE}`.trim() : text,
        refundId: refund?.id ?? null,
      },
      {
        actorKind: 'admin',
        actorId: actor.id,
        note: `${describe(offer, request, state)}${isAlone ? ' (second look by an admin who had a part and confirmed it: no other could)' : ''}`,
      },
    )
    await mailCustomer(jobs, trx, request, 'decided')
  })
}

/** The policy promises that its customer is told. */
const TOLD_ALONE = 'All our directors had a part in your order, so one of them took this second look.'

function toOffer(
  {
    decision,
    amount = '0',
    stages,
    stagesDone,
    costs,
    alternative,
    days = 1,
    promisedBy = '',
  }: DecideRefundBody,
  { paid, earlier, priceCents }: { paid: Money; earlier: Money; priceCents: number },
): Offer | null {
  if (decision === 'decline') return null
  const read = (path: 'amount' | 'costs', text: string) => {
    const found = parseAmount(text, paid.currency)
    if (!found) throw new InvalidInput(path, `This is not an amount of ${paid.currency}`)
    return found.minor
  }
  if (decision === 'accept') {
    return {
      kind: 'refund',
      amountCents: read('amount', amount),
      stages,
      stagesDone,
      paidCents: paid.minor,
      ...(priceCents !== paid.minor && { priceCents }),
      earlierCents: earlier.minor,
      costsCents: read('costs', costs),
    }
  }
  if (alternative === 'credit') return { kind: 'credit', amountCents: read('amount', amount) }
  if (alternative === 'pause') return { kind: 'pause', days, promisedBy }
  return { kind: alternative ?? 'round' }
}

function describe(offer: Offer | null, { currency }: RefundRequest, state: RefundRequest['state']): string {
  if (!offer) return 'Refund declined'
  if (offer.kind !== 'refund') return `Offered in place of a refund: ${ALTERNATIVE_LABELS[offer.kind]}`
  const amount = formatPlain(money(offer.amountCents, currency))
  return state === 'refunded' ? `Refund accepted: ${amount}` : `Refund of ${amount} offered`
}

/**
 * Cancels an order within the time in which all is given back without a review, and while no work has started.
 * @throws NotFound; Conflict cancel_too_late, in_dispute, already_refunded
 */
export async function cancelInTime({ db, jobs }: Services, own: OfCustomer): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockOwnOrder(trx, own)
    const { id: orderId } = order
    if (!canCancel(await readPolicyFacts(trx, order), new Date())) {
      const message = `It can no longer be cancelled without a review: work has started, or it was paid more than ${FULL_REFUND_HOURS} hours ago. Please ask for a refund.`
      throw new Conflict('cancel_too_late', message)
    }
    const cause = by(own.actor)
    const refunds = order.isFree
      ? []
      : await refundOrder(jobs, trx, orderId, {
          amount: undefined,
          reason: 'cancelled_in_time',
          by: cause,
        })
    const last = await findLast(trx, orderId)
    const request =
      last && isLive(last.state)
        ? last
        : await insertRequest(trx, order, {
            authorId: own.actor.id,
            reason: '',
            askedCents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0),
          })
    const event = { ...cause, note: 'Cancelled in time, before work started' }
    const fields = { state: 'cancelled', refundId: refunds[0]?.id ?? null } as const
    await changeRequest(trx, order, request, fields, event)
    await setOrderStatus(jobs, trx, order, 'cancelled', event)
    await mailCustomer(jobs, trx, request, 'cancelled')
    await mailAdmins(jobs, trx, request)
  })
}
