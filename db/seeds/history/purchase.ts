/** The steps of a purchase: placed, paid, answered, or given up. */
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Payment } from '#db/models/money/payment.ts'
import { CouponRedemption, Order, OrderAnswer } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import { DEMO_PROVIDER, demoProviderId } from '#db/seeds/provider-id.ts'
import type { SeedRules } from '#db/seeds/seed-rules.ts'
import { later, pick } from './clock.ts'
import { CUSTOMERS } from './people.ts'
import { formatUsdCents, isStillStored, notify, sendMail } from './shop.ts'
import type { StoryOfOrder } from './story.ts'

const UNPAID_ORDER_MINUTES = 30
/** The note of the job that cancels an unpaid order. */
const NOT_PAID_IN_TIME = 'Not paid in time'
const MAILBOX_FULL = '552 5.2.2 The mailbox is full'

export async function place(story: StoryOfOrder, at: Date): Promise<void> {
  const { trx, rules, customers, packages } = story.shop
  const { buyer: key, slug, coupon: couponCode } = story.plan
  const ordered = packages.get(slug)
  if (!ordered) throw new Error(`The demo's catalogue has no package ${slug}`)
  const account = customers.get(key)
  const buyer = pickBuyer(key === 'clara' ? story.shop.clara : CUSTOMERS[key])
  const registration = account
    ? undefined
    : await Registration.query(trx)
        .insert({ ...buyer, packageId: ordered.id, createdAt: at })
        .returning('id')
  const coupon = couponCode
    ? await Coupon.query(trx).findOne({ code: couponCode }).throwIfNotFound()
    : undefined
  const quote = rules.quotePrice(
    // The history is in dollars, whatever the shop's currency.
    ordered.otherPrices.USD ?? ordered.priceCents,
    coupon ? { discountType: coupon.discountType, discount: coupon.discountHundredths / 100 } : null,
  )
  story.order = await Order.query(trx)
    .insert({
      ...quote,
      packageId: ordered.id,
      packageName: ordered.name,
      deliveryDays: ordered.deliveryDays,
      userId: account?.id ?? null,
      registrationId: registration?.id ?? null,
      buyer,
      acceptedPolicies: findPoliciesOf(at, rules.policyVersions),
      usdInrRate: (pick(`${story.label} rate`, 83_900, 85_100) / 1000).toFixed(6),
      couponId: coupon?.id ?? null,
      couponCode: coupon?.code ?? null,
      provider: DEMO_PROVIDER,
      receipt: `rcpt_${demoProviderId('order', story.label)}`,
      providerOrderId: quote.amountCents > 0 ? demoProviderId('order', story.label) : null,
      // Set, so that the order is not looked up at the provider, which does not know it.
      providerAskedAt: later(at, UNPAID_ORDER_MINUTES),
      createdAt: at,
    })
    .returning('*')
  story.record(at, {
    kind: 'status',
    toValue: 'pending',
    actorKind: 'customer',
    ...(account && { actorId: account.id }),
  })
  if (!coupon) return
  await CouponRedemption.query(trx).insert({
    couponId: coupon.id,
    orderId: story.order.id,
    emailKey: buyer.email,
    createdAt: at,
    updatedAt: at,
  })
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
  const questions = story.shop.packages.get(story.plan.slug)?.questions ?? []
  await story.change({
    paymentStatus: 'paid',
    ...(questions.some(({ required }) => required) && { waitingFor: 'answers', waitingSince: at }),
    userId,
    paidAt: at,
    promisedAt: rules.endWorkingDay(at, deliveryDays),
  })
  story.record(at, {
    kind: 'payment_status',
    fromValue: 'unpaid',
    toValue: 'paid',
    actorKind: 'customer',
  })
  if (couponId)
    await CouponRedemption.query(trx).where({ orderId }).patch({ status: 'redeemed', updatedAt: at })
  if (!isFree) receiveEvent(story, later(at, 0.05))
  await rules.issueDocuments(trx, orderId, later(at, 0.02))
  await sendMail(story.shop, at, 'order_confirmation', { orderId })
  if (isNew) await sendMail(story.shop, at, 'welcome', { orderId })
  notify(story.shop, at, {
    kind: 'order_paid',
    key: `order_paid:${orderId}`,
    title: `${invoiceNumber} is paid: ${formatUsdCents(amountCents)}`,
    facts: [{ label: 'Package', value: packageName }],
    path: `/admin?tab=orders&q=${invoiceNumber}`,
  })
}

/** Creates the account from the purchase form, as a payment does. The demo's customer already has one, which gets this date. */
async function makeAccount(story: StoryOfOrder, at: Date): Promise<number> {
  const { trx, clara, customers, passwordHash } = story.shop
  const { buyer: key } = story.plan
  const fields = { emailVerifiedAt: at, createdAt: at, updatedAt: at }
  const user =
    key === 'clara'
      ? await clara.$query(trx).patchAndFetch(fields)
      : await User.query(trx)
          .insert({ ...CUSTOMERS[key], ...fields, passwordHash })
          .returning('*')
  customers.set(key, user)
  await Registration.query(trx)
    .findById(story.order.registrationId ?? 0)
    .patch({ userId: user.id })
  return user.id
}

function receiveEvent(story: StoryOfOrder, at: Date): void {
  if (!isStillStored(story.shop, at)) return
  const { providerPaymentId, amountCents: amount, currency } = story.payment
  const entity = {
    id: providerPaymentId,
    order_id: story.order.providerOrderId,
    amount,
    currency,
    status: 'captured',
  }
  story.shop.records.providerEvents.push({
    provider: DEMO_PROVIDER,
    eventId: `evt_${providerPaymentId}`,
    eventType: 'payment.captured',
    payload: { event: 'payment.captured', payload: { payment: { entity } } },
    providerPaymentId,
    receivedAt: at,
    processedAt: later(at, 0.01),
    attempts: 1,
  })
}

export async function answer(story: StoryOfOrder, at: Date): Promise<void> {
  const { trx, packages, rules } = story.shop
  const { slug, answers } = story.plan
  const { id: orderId, deliveryDays, waitingSince } = story.order
  const questions = packages.get(slug)?.questions ?? []
  const given = questions.flatMap(({ id: questionId, question, required }, index) => {
    const answer = answers[index]
    return answer ? [{ orderId, questionId, question, answer, required }] : []
  })
  await OrderAnswer.query(trx).insert(
    given.map(({ required: _, ...answer }) => ({ ...answer, createdAt: at, updatedAt: at })),
  )
  const isComplete =
    given.filter(({ required }) => required).length === questions.filter(({ required }) => required).length
  if (isComplete) {
    const promisedAt = rules.endWorkingDay(at, deliveryDays)
    const waitedDays = waitingSince ? rules.countLostDays(waitingSince, at) : 0
    const fields = { answersInAt: at, promisedAt, waitingFor: null, waitingSince: null, waitedDays }
    await story.setStatus(at, 'processing', { actorKind: 'customer' }, fields)
    const { id: assignmentId, staffId } = story.assignment
    if (assignmentId) await sendMail(story.shop, at, 'answers_in', { assignmentId, staffId, event: 'in' })
  }
  const refusal = story.plan.isMailboxFull ? { refusal: MAILBOX_FULL } : {}
  await sendMail(story.shop, at, 'answers_received', { orderId }, { afterMinutes: 10, ...refusal })
}

export async function failPayment(story: StoryOfOrder, at: Date): Promise<void> {
  await sendMail(story.shop, at, 'payment_failed', { orderId: story.order.id })
}

export async function cancelUnpaid(story: StoryOfOrder, at: Date): Promise<void> {
  await story.setStatus(at, 'cancelled', { actorKind: 'system', note: NOT_PAID_IN_TIME })
}

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
