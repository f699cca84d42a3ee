/** The steps of a purchase: placed, paid, answered, or given up. */
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Payment } from '#db/models/money/payment.ts'
import { CouponRedemption, Order, OrderAnswer } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { User } from '#db/models/people/user.ts'
import { DEMO_PROVIDER, demoProviderId } from '#db/seeds/provider-id.ts'
import type { SeedRules } from '#db/seeds/seed-rules.ts'
import { later, pick } from './clock.ts'
import { USUAL_ANSWERS } from './plan.ts'
import { formatUsd, isStillStored, notify, sendMail, UNPAID_ORDER_MINUTES } from './shop.ts'
import type { StoryOfOrder } from './story.ts'

export async function place(story: StoryOfOrder, at: Date): Promise<void> {
  const { trx, rules, customers } = story.shop
  const { buyer, ordered, label } = story
  const { buyer: key, coupon: code } = story.plan
  const { id: packageId, name: packageName, deliveryDays } = ordered
  const account = customers.get(key)
  const registration = account
    ? undefined
    : await Registration.query(trx)
        .insert({ ...buyer, packageId, createdAt: at })
        .returning('id')
  const coupon = code ? await Coupon.query(trx).findOne({ code }).throwIfNotFound() : undefined
  const quote = rules.quotePrice(
    // The history is in dollars, whatever the shop's currency.
    ordered.otherPrices.USD ?? ordered.priceCents,
    coupon ? { discountType: coupon.discountType, discount: coupon.discountHundredths / 100 } : null,
  )
  story.order = await Order.query(trx)
    .insert({
      ...quote,
      packageId,
      packageName,
      deliveryDays,
      userId: account?.id ?? null,
      registrationId: registration?.id ?? null,
      buyer,
      acceptedPolicies: findPoliciesOf(at, rules.policyVersions),
      usdInrRate: (pick(`${label} rate`, 83_900, 85_100) / 1000).toFixed(6),
      couponId: coupon?.id ?? null,
      couponCode: coupon?.code ?? null,
      provider: DEMO_PROVIDER,
      receipt: `rcpt_${demoProviderId('order', label)}`,
      providerOrderId: quote.amountCents > 0 ? demoProviderId('order', label) : null,
      // Set, so that the order is not looked up at the provider, which does not know it.
      providerAskedAt: later(at, UNPAID_ORDER_MINUTES),
      createdAt: at,
    })
    .returning('*')
  const actor = { actorKind: 'customer', ...(account && { actorId: account.id }) } as const
  story.record(at, { kind: 'status', toValue: 'pending', ...actor })
  if (!coupon) return
  const redemption = { couponId: coupon.id, orderId: story.order.id, emailKey: buyer.email }
  await CouponRedemption.query(trx).insert({ ...redemption, createdAt: at, updatedAt: at })
  await Coupon.query(trx).findById(coupon.id).increment('usedCount', 1)
}

export async function pay(story: StoryOfOrder, at: Date): Promise<void> {
  const { trx, rules } = story.shop
  const { id: orderId, amountCents, invoiceNumber, packageName, deliveryDays, couponId } = story.order
  const isFree = amountCents === 0
  story.payment = await Payment.query(trx)
    .insert({
      orderId,
      provider: isFree ? 'none' : DEMO_PROVIDER,
      providerPaymentId: isFree ? null : demoProviderId('pay', story.label),
      amountCents,
      currency: 'USD',
      status: 'captured',
      fulfilsOrder: true,
      createdAt: at,
      capturedAt: at,
    })
    .returning('*')
  const isNew = story.order.userId === null
  const userId = story.order.userId ?? (await makeAccount(story, at))
  const isAsking = story.ordered.questions.some(({ required }) => required)
  await story.change({
    paymentStatus: 'paid',
    ...(isAsking && { waitingFor: 'answers', waitingSince: at }),
    userId,
    paidAt: at,
    promisedAt: rules.endWorkingDay(at, deliveryDays),
  })
  const event = { kind: 'payment_status', fromValue: 'unpaid', toValue: 'paid' } as const
  story.record(at, { ...event, actorKind: 'customer' })
  if (couponId)
    await CouponRedemption.query(trx).where({ orderId }).patch({ status: 'redeemed', updatedAt: at })
  if (!isFree) receiveEvent(story, later(at, 0.05))
  await rules.issueDocuments(trx, orderId, later(at, 0.02))
  await sendMail(story.shop, at, 'order_confirmation', { orderId })
  if (isNew) await sendMail(story.shop, at, 'welcome', { orderId })
  notify(story.shop, at, {
    kind: 'order_paid',
    key: `order_paid:${orderId}`,
    title: `${invoiceNumber} is paid: ${formatUsd(amountCents)}`,
    facts: [{ label: 'Package', value: packageName }],
    path: `/admin?tab=orders&q=${invoiceNumber}`,
  })
}

/** Creates the account from the purchase form, as a payment does. The demo's customer already has one, which gets this date. */
async function makeAccount({ shop, plan, buyer, order }: StoryOfOrder, at: Date): Promise<number> {
  const { trx, clara, customers, passwordHash } = shop
  const dates = { emailVerifiedAt: at, createdAt: at, updatedAt: at }
  const user =
    plan.buyer === 'clara'
      ? await clara.$query(trx).patchAndFetch(dates)
      : await User.query(trx)
          .insert({ ...buyer, ...dates, passwordHash })
          .returning('*')
  customers.set(plan.buyer, user)
  await Registration.query(trx)
    .findById(order.registrationId ?? 0)
    .patch({ userId: user.id })
  return user.id
}

function receiveEvent({ shop, payment, order }: StoryOfOrder, at: Date): void {
  if (!isStillStored(shop, at)) return
  const { providerPaymentId: id, amountCents: amount, currency } = payment
  const entity = { id, order_id: order.providerOrderId, amount, currency, status: 'captured' }
  shop.records.providerEvents.push({
    provider: DEMO_PROVIDER,
    eventId: `evt_${id}`,
    eventType: 'payment.captured',
    payload: { event: 'payment.captured', payload: { payment: { entity } } },
    providerPaymentId: id,
    receivedAt: at,
    processedAt: later(at, 0.01),
    attempts: 1,
  })
}

export async function answer(story: StoryOfOrder, at: Date): Promise<void> {
  const { shop, plan, ordered, buyer } = story
  const { id: orderId, deliveryDays, waitingSince } = story.order
  const answers = plan.answers ?? USUAL_ANSWERS[plan.slug] ?? []
  const [, website = ''] = buyer.email.split('@')
  const given = ordered.questions.flatMap(({ id: questionId, question, required }, index) => {
    const answer = answers[index]?.replace('{company}', buyer.company).replace('{website}', website)
    return answer ? [{ orderId, questionId, question, answer, required }] : []
  })
  await OrderAnswer.query(shop.trx).insert(
    given.map(({ required: _, ...answer }) => ({ ...answer, createdAt: at, updatedAt: at })),
  )
  const countRequired = (list: { required: boolean }[]) => list.filter(({ required }) => required).length
  if (countRequired(given) === countRequired(ordered.questions)) {
    const promisedAt = shop.rules.endWorkingDay(at, deliveryDays)
    const waitedDays = waitingSince ? shop.rules.countLostDays(waitingSince, at) : 0
    const fields = { answersInAt: at, promisedAt, waitingFor: null, waitingSince: null, waitedDays }
    await story.setStatus(at, 'processing', { actorKind: 'customer' }, fields)
    const { id: assignmentId, staffId } = story.assignment
    if (assignmentId) await sendMail(shop, at, 'answers_in', { assignmentId, staffId, event: 'in' })
    const refusal = plan.isMailboxFull && '552 5.2.2 The mailbox is full'
    await sendMail(shop, at, 'answers_received', { orderId }, { afterMinutes: 10, refusal })
  }
}

export const failPayment = ({ shop, order }: StoryOfOrder, at: Date): Promise<void> =>
  sendMail(shop, at, 'payment_failed', { orderId: order.id })

export const cancelUnpaid = (story: StoryOfOrder, at: Date): Promise<void> =>
  story.setStatus(at, 'cancelled', { actorKind: 'system', note: 'Not paid in time' })

/** Finds the policy versions in force at that time, or a policy's first version if the time is before all of them. */
function findPoliciesOf(
  at: Date,
  versions: SeedRules['policyVersions'],
): NonNullable<Order['acceptedPolicies']> {
  const inForce = new Map<string, (typeof versions)[number]>()
  for (const one of versions)
    if (!inForce.has(one.policy) || new Date(one.version) <= at) inForce.set(one.policy, one)
  return [...inForce.values()].map((policy) => ({ ...policy, acceptedAt: at.toISOString() }))
}
