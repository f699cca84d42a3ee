/** Demo orders in every state, each whole: events, payment, redemption, assignment. */
import type { Knex } from 'knex'
import { AssignmentEvent } from '../models/assignment-event.ts'
import { pickBuyer } from '../models/buyer.ts'
import { Coupon } from '../models/coupon.ts'
import { CouponRedemption } from '../models/coupon-redemption.ts'
import { Order } from '../models/order.ts'
import { OrderAnswer } from '../models/order-answer.ts'
import { OrderEvent } from '../models/order-event.ts'
import { Package } from '../models/package.ts'
import { PackageQuestion } from '../models/package-question.ts'
import { Payment } from '../models/payment.ts'
import { StaffAssignment } from '../models/staff-assignment.ts'
import { User } from '../models/user.ts'
import type { SeededAccounts } from './accounts.ts'
import { DEMO_PROVIDER, demoProviderId } from './provider-id.ts'

interface DemoOrder {
  buyer: User
  packageIndex: number
  daysAgo: number
  status: Order['status']
  isPaid: boolean
  couponCode?: string
  assignment?: StaffAssignment['status']
  answers?: string[]
}

/** The API's quotePrice; amounts in cents, `discount` in percent or dollars. */
export type QuotePrice = (
  priceCents: number,
  coupon: { discountType: 'percentage' | 'fixed'; discount: number } | null,
) => { originalCents: number; discountCents: number; amountCents: number }

const DAY_MS = 86_400_000
const USD_INR_RATE = '84.250000'

export async function seedOrders(
  trx: Knex.Transaction,
  { admin, staff, customer, others }: SeededAccounts,
  quotePrice: QuotePrice,
): Promise<void> {
  const [daniel = customer, mei = customer] = others
  const demoOrders: DemoOrder[] = [
    {
      buyer: customer,
      packageIndex: 0,
      daysAgo: 96,
      status: 'completed',
      isPaid: true,
      assignment: 'completed',
    },
    {
      buyer: daniel,
      packageIndex: 3,
      daysAgo: 61,
      status: 'completed',
      isPaid: true,
      couponCode: 'EARLYBIRD',
    },
    { buyer: customer, packageIndex: 4, daysAgo: 45, status: 'cancelled', isPaid: true },
    { buyer: mei, packageIndex: 6, daysAgo: 33, status: 'cancelled', isPaid: false },
    {
      buyer: customer,
      packageIndex: 2,
      daysAgo: 12,
      status: 'processing',
      isPaid: true,
      couponCode: 'WELCOME10',
      assignment: 'in_progress',
      answers: [
        'Whitfield & Rowe Interiors, a small interior design studio in east London.',
        'whitfieldrowe.example',
      ],
    },
    { buyer: mei, packageIndex: 5, daysAgo: 9, status: 'processing', isPaid: true, assignment: 'assigned' },
    { buyer: daniel, packageIndex: 1, daysAgo: 4, status: 'pending', isPaid: true },
    { buyer: customer, packageIndex: 8, daysAgo: 2, status: 'pending', isPaid: true },
  ]
  const packages = await Package.query(trx).orderBy('id')
  for (const [index, demo] of demoOrders.entries()) {
    const orderedPackage = packages[demo.packageIndex]
    if (!orderedPackage) throw new Error(`The catalogue has no package ${demo.packageIndex}`)
    await seedOrder(trx, { demo, orderedPackage, label: `demo ${index}`, staff, admin, quotePrice })
  }
}

async function seedOrder(
  trx: Knex.Transaction,
  seed: {
    demo: DemoOrder
    orderedPackage: Package
    label: string
    staff: User
    admin: User
    quotePrice: QuotePrice
  },
): Promise<void> {
  const { demo, orderedPackage, label, staff, admin, quotePrice } = seed
  const createdAt = new Date(Date.now() - demo.daysAgo * DAY_MS)
  const paidAt = new Date(createdAt.getTime() + 90_000)
  const coupon = demo.couponCode
    ? await Coupon.query(trx).findOne({ code: demo.couponCode }).throwIfNotFound()
    : null
  const quote = quotePrice(
    orderedPackage.priceCents,
    coupon && { discountType: coupon.discountType, discount: coupon.discountHundredths / 100 },
  )
  const order = await Order.query(trx)
    .insert({
      ...quote,
      packageId: orderedPackage.id,
      packageName: orderedPackage.name,
      deliveryDays: orderedPackage.deliveryDays,
      userId: demo.buyer.id,
      buyer: pickBuyer(demo.buyer),
      usdInrRate: USD_INR_RATE,
      couponId: coupon?.id ?? null,
      couponCode: coupon?.code ?? null,
      status: demo.status,
      paymentStatus: demo.isPaid ? 'paid' : 'unpaid',
      paidAt: demo.isPaid ? paidAt : null,
      providerOrderId: demoProviderId('order', label),
      // The provider does not know it.
      providerAskedAt: new Date(),
      createdAt,
    })
    .returning('*')
  const event = { orderId: order.id, fromValue: null, actorKind: 'customer', actorId: demo.buyer.id } as const
  await OrderEvent.query(trx).insert({ ...event, kind: 'status', toValue: 'pending', createdAt })

  if (demo.isPaid) {
    await Payment.query(trx).insert({
      orderId: order.id,
      provider: DEMO_PROVIDER,
      providerPaymentId: demoProviderId('pay', label),
      amountCents: quote.amountCents,
      currency: 'USD',
      status: 'captured',
      fulfilsOrder: true,
      createdAt: paidAt,
      capturedAt: paidAt,
    })
    await OrderEvent.query(trx).insert({
      ...event,
      kind: 'payment_status',
      fromValue: 'unpaid',
      toValue: 'paid',
      createdAt: paidAt,
    })
  }
  await seedStatusEvents(trx, order, admin)
  if (coupon) {
    await CouponRedemption.query(trx).insert({
      couponId: coupon.id,
      orderId: order.id,
      emailKey: demo.buyer.email,
      status: 'redeemed',
      createdAt,
    })
    await Coupon.query(trx).findById(coupon.id).increment('usedCount', 1)
  }
  if (demo.assignment) await seedAssignment(trx, { order, status: demo.assignment, staff, admin })
  if (demo.answers) await seedAnswers(trx, order, demo.answers)
}

async function seedStatusEvents(trx: Knex.Transaction, order: Order, admin: User): Promise<void> {
  const steps: Order['status'][] =
    order.status === 'completed'
      ? ['processing', 'completed']
      : order.status === 'pending'
        ? []
        : [order.status]
  let fromValue: Order['status'] = 'pending'
  for (const [index, toValue] of steps.entries()) {
    await OrderEvent.query(trx).insert({
      orderId: order.id,
      kind: 'status',
      fromValue,
      toValue,
      actorKind: 'admin',
      actorId: admin.id,
      createdAt: new Date(order.createdAt.getTime() + (index + 1) * DAY_MS),
    })
    fromValue = toValue
  }
}

async function seedAssignment(
  trx: Knex.Transaction,
  {
    order,
    status,
    staff,
    admin,
  }: { order: Order; status: StaffAssignment['status']; staff: User; admin: User },
): Promise<void> {
  const assignedAt = new Date(order.createdAt.getTime() + DAY_MS / 2)
  const assignment = await StaffAssignment.query(trx)
    .insert({ orderId: order.id, staffId: staff.id, assignedById: admin.id, status, assignedAt })
    .returning('*')
  if (status === 'completed') await User.query(trx).findById(staff.id).increment('completedAssignments', 1)
  await AssignmentEvent.query(trx).insert({
    assignmentId: assignment.id,
    fromStatus: null,
    toStatus: 'assigned',
    actorId: admin.id,
    createdAt: assignedAt,
  })
  const steps = { assigned: [], in_progress: ['in_progress'], completed: ['in_progress', 'completed'] }[
    status
  ]
  let fromStatus = 'assigned'
  for (const toStatus of steps) {
    await AssignmentEvent.query(trx).insert({
      assignmentId: assignment.id,
      fromStatus,
      toStatus,
      actorId: staff.id,
    })
    fromStatus = toStatus
  }
}

async function seedAnswers(trx: Knex.Transaction, order: Order, answers: string[]): Promise<void> {
  const questions = await PackageQuestion.query(trx).where({ packageId: order.packageId }).orderBy('position')
  await OrderAnswer.query(trx).insert(
    questions.flatMap(({ id, question }, index) => {
      const answer = answers[index]
      return answer === undefined ? [] : [{ orderId: order.id, questionId: id, question, answer }]
    }),
  )
}
