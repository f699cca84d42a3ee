/** Inserts complete and valid rows for tests. Every field can be overridden. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { Dispute } from '#db/models/money/dispute.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { RefundRequest } from '#db/models/money/refund-request.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Message } from '#db/models/orders/message.ts'
import { Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { Review } from '#db/models/orders/review.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { WebhookEndpoint, WebhookMessage } from '#db/models/outbound/webhook-endpoint.ts'
import { type Buyer, pickBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import { Offer, type OfferContent } from '#db/models/sales/offer.ts'
import { DEMO_PROVIDER } from '#db/seeds/provider-id.ts'

const unique = () => randomBytes(4).toString('hex')

export async function insertPackage(db: Knex, fields: Partial<Package> = {}): Promise<Package> {
  return Package.query(db)
    .insert({
      slug: `package-${unique()}`,
      name: 'Business Website',
      description: 'Five pages, designed and built.',
      longDescription: 'Five pages, designed, written and built.',
      priceCents: 129_900,
      category: 'Web Development',
      imageUrl: '/illustrations/web-development.svg',
      deliveryDays: 10,
      features: ['Five pages', 'Contact form', 'Analytics'],
      whatYouGet: ['Source code'],
      whatYouDontGet: ['Hosting'],
      ...fields,
    })
    .returning('*')
}

/** By default a required question for a text, the first of its package. */
export async function insertQuestion(
  db: Knex,
  fields: Pick<PackageQuestion, 'packageId'> & Partial<PackageQuestion>,
): Promise<PackageQuestion> {
  const asked = { question: 'Which colours?', questionType: 'text', required: true, position: 0 } as const
  return PackageQuestion.query(db)
    .insert({ ...asked, ...fields })
    .returning('*')
}

/** Inserts a user with a verified address. @param fields by default no password matches the `passwordHash` */
export async function insertUser(db: Knex, fields: Partial<User> = {}): Promise<User> {
  return User.query(db)
    .insert({
      firstName: 'Clara',
      lastName: 'Whitfield',
      email: `clara-${unique()}@example.com`,
      passwordHash: 'unusable',
      emailVerifiedAt: new Date(),
      phone: '+44 20 7946 0158',
      company: 'Whitfield Interiors',
      jobTitle: 'Partner',
      address: '18 Calvert Avenue',
      city: 'London',
      state: 'Greater London',
      country: 'GB',
      zipCode: 'E2 7JP',
      ...fields,
    })
    .returning('*')
}

export async function insertCoupon(db: Knex, fields: Partial<Coupon> = {}): Promise<Coupon> {
  return Coupon.query(db)
    .insert({
      code: `CODE${unique().toUpperCase()}`,
      discountType: 'percentage',
      discountHundredths: 2000,
      ...fields,
    })
    .returning('*')
}

/** The default buyer of purchase forms in tests. */
export const GRACE_HOLM: Buyer = {
  firstName: 'Grace',
  lastName: 'Holm',
  email: 'grace@example.com',
  phone: '+45 33 12 34 56',
  company: 'Holm & Sons',
  jobTitle: 'Owner',
  address: 'Bredgade 12',
  city: 'Copenhagen',
  state: 'Hovedstaden',
  country: 'DK',
  zipCode: '1260',
  taxId: '',
}

export function insertRegistration(db: Knex, packageId: number, fields: Partial<Registration> = {}) {
  return Registration.query(db)
    .insert({ ...GRACE_HOLM, packageId, passwordHash: 'argon2-of-a-form', ...fields })
    .returning('*')
}

export const OFFER_CONTENT: OfferContent = {
  firstName: 'Grace',
  lastName: 'Holm',
  email: 'grace@example.com',
  title: 'Extra pages',
  lines: [
    { text: 'Two more pages', amount: '400.00' },
    { text: 'Photographs', amount: '99.50' },
  ],
  currency: 'USD',
  deliveryDays: 5,
  includedChanges: 2,
  questions: [{ question: 'Which pages?', required: true }],
  terms: 'Texts come from you.',
  bankDetails: '',
  validUntil: '2099-01-01T00:00:00.000Z',
}

/** By default an offer sent by a new admin. */
export async function insertOffer(db: Knex, fields: Partial<Offer> = {}): Promise<Offer> {
  const content = { ...OFFER_CONTENT, ...fields.content }
  const createdById = fields.createdById ?? (await insertUser(db, { isAdmin: true })).id
  const offer = await Offer.query(db)
    .insert({
      state: 'sent',
      content,
      email: content.email,
      amountCents: 49_950,
      currency: 'USD',
      validUntil: new Date(content.validUntil),
      sentAt: new Date(),
      createdById,
      ...fields,
    })
    .returning('*')
  const text = JSON.stringify(content)
  const sha256 = createHash('sha256').update(text).digest('hex')
  await db('offer_versions').insert({ offerId: offer.id, version: offer.version, content: text, sha256 })
  return offer
}

/** By default a paid order, without its payment, of a new customer for a new package. */
export async function insertOrder(db: Knex, fields: Partial<Order> = {}): Promise<Order> {
  const item = fields.packageId
    ? await Package.query(db).findById(fields.packageId).throwIfNotFound()
    : await insertPackage(db)
  const buyer = await findBuyer(db, fields)
  const isPaid = (fields.paymentStatus ?? 'paid') !== 'unpaid'
  return Order.query(db)
    .insert({
      packageId: item.id,
      packageName: item.name,
      deliveryDays: item.deliveryDays,
      userId: buyer instanceof User ? buyer.id : null,
      buyer: pickBuyer(buyer),
      originalCents: item.priceCents,
      discountCents: 0,
      amountCents: item.priceCents,
      usdInrRate: '84.25',
      provider: DEMO_PROVIDER,
      paymentStatus: 'paid',
      paidAt: isPaid ? new Date() : null,
      ...fields,
    })
    .returning('*')
}

/** By default a new customer. */
async function findBuyer(db: Knex, { userId, registrationId }: Partial<Order>): Promise<Buyer> {
  if (registrationId) return Registration.query(db).findById(registrationId).throwIfNotFound()
  return userId ? User.query(db).findById(userId).throwIfNotFound() : insertUser(db)
}

/** A captured payment, which fulfils the order if one is given. */
export async function insertPayment(db: Knex, fields: Partial<Payment> = {}): Promise<Payment> {
  return Payment.query(db)
    .insert({
      provider: DEMO_PROVIDER,
      providerPaymentId: `pay_${unique()}${unique()}`,
      amountCents: 9_900,
      currency: 'USD',
      status: 'captured',
      capturedAt: new Date(),
      fulfilsOrder: fields.orderId != null,
      ...fields,
    })
    .returning('*')
}

/** Inserts a paid order and its payment. */
export async function insertPaidOrder(db: Knex, fields: Partial<Order> = {}): Promise<Order> {
  const order = await insertOrder(db, fields)
  const { id: orderId, amountCents, currency } = order
  await insertPayment(db, { orderId, amountCents, currency })
  return order
}

/** Inserts paid orders of a customer, spread over the active packages. */
export async function insertPaidOrders(db: Knex, userId: number, count: number): Promise<void> {
  const packages = await Package.query(db).where({ isActive: true }).orderBy('id')
  const promisedAt = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000)
  for (let nth = 0; nth < count; nth += 1) {
    const packageId = packages[nth % packages.length]?.id
    if (packageId === undefined) throw new Error('There is no package to buy')
    await insertPaidOrder(db, { userId, packageId, promisedAt })
  }
}

/** By default the invoice of a new paid order, with a placeholder as its document. */
export async function insertInvoice(db: Knex, fields: Partial<Invoice> = {}): Promise<Invoice> {
  const number = fields.number ?? 1
  return Invoice.query(db)
    .insert({
      kind: 'invoice',
      series: '26-27',
      number,
      serial: `26-27-${number}`,
      orderId: fields.orderId ?? (await insertPaidOrder(db)).id,
      document: '{}',
      sha256: createHash('sha256').update('{}').digest('hex'),
      templateVersion: 1,
      issuedAt: new Date(),
      ...fields,
    })
    .returning('*')
}

/** By default a processed refund of all that the order's payment is. */
export async function insertRefund(
  db: Knex,
  { orderId, ...fields }: Partial<Refund> & { orderId: number },
): Promise<Refund> {
  const payment = await Payment.query(db).findOne({ orderId, fulfilsOrder: true }).throwIfNotFound()
  const { id: paymentId, amountCents, currency } = payment
  const processed = { status: 'processed', processedAt: new Date() } as const
  return Refund.query(db)
    .insert({ paymentId, amountCents, currency, reason: 'Asked for', ...processed, ...fields })
    .returning('*')
}

/** An open dispute about the payment of an order. */
export async function insertDispute(
  db: Knex,
  { orderId, ...fields }: Partial<Dispute> & { orderId: number },
): Promise<Dispute> {
  const payment = await Payment.query(db).findOne({ orderId, fulfilsOrder: true }).throwIfNotFound()
  return Dispute.query(db)
    .insert({
      providerDisputeId: `disp_${unique()}${unique()}`,
      providerPaymentId: payment.providerPaymentId ?? '',
      paymentId: payment.id,
      amountCents: payment.amountCents,
      deductedCents: 0,
      currency: payment.currency,
      reasonCode: 'goods_or_services_not_received',
      phase: 'chargeback',
      status: 'open',
      respondBy: new Date(Date.now() + 7 * 24 * 60 * 60 * 1000),
      openedAt: new Date(),
      askedAt: new Date(),
      ...fields,
    })
    .returning('*')
}

/** By default a message from the order's customer. */
export async function insertMessage(
  db: Knex,
  fields: Pick<Message, 'orderId' | 'authorId'> & Partial<Message>,
): Promise<Message> {
  return Message.query(db)
    .insert({ authorRole: 'customer', isTeamOnly: false, text: 'Hello', key: randomUUID(), ...fields })
    .returning('*')
}

export async function insertAssignment(
  db: Knex,
  fields: Pick<StaffAssignment, 'orderId' | 'staffId' | 'assignedById'> & Partial<StaffAssignment>,
): Promise<StaffAssignment> {
  return StaffAssignment.query(db).insert(fields).returning('*')
}

/** A delivery of the whole order, sent to its customer. Leaves the order's `workState` unchanged. */
export async function insertDelivery(
  db: Knex,
  fields: Pick<Delivery, 'orderId' | 'authorId'> & Partial<Delivery>,
): Promise<Delivery> {
  return Delivery.query(db)
    .insert({ number: 1, note: 'The site is live.', isWhole: true, ...fields })
    .returning('*')
}

/** By default a requested change that waits for the team's decision. */
export async function insertRequest(
  db: Knex,
  fields: Pick<DeliveryRequest, 'orderId' | 'authorId'> & Partial<DeliveryRequest>,
): Promise<DeliveryRequest> {
  return DeliveryRequest.query(db)
    .insert({ kind: 'change', text: 'Please in blue.', counted: false, ...fields })
    .returning('*')
}

/** By default a refund request that waits for an admin. */
export async function insertRefundRequest(
  db: Knex,
  fields: Pick<RefundRequest, 'orderId' | 'authorId'> & Partial<RefundRequest>,
): Promise<RefundRequest> {
  return RefundRequest.query(db)
    .insert({ reason: 'Too late for us.', askedCents: 10_000, dueAt: new Date(), ...fields })
    .returning('*')
}

/** By default a customer's review that waits for its publication. */
export async function insertReview(db: Knex, fields: Partial<Review>): Promise<Review> {
  const words = { customerName: 'Grace Holm', rating: 5, comment: 'Delivered a day early.' }
  return Review.query(db)
    .insert({ ...words, naming: 'full', state: 'waiting', ...fields })
    .returning('*')
}

/** Its secret cannot be decrypted, so nothing is sent to it. */
export async function insertEndpoint(
  db: Knex,
  fields: Partial<WebhookEndpoint> = {},
): Promise<WebhookEndpoint> {
  return WebhookEndpoint.query(db)
    .insert({
      url: 'https://hooks.example.com/shop',
      events: ['order.paid', 'order.status_changed', 'order.refunded'],
      sealedSecret: Buffer.alloc(60),
      ...fields,
    })
    .returning('*')
}

/** A delivered message, by default to a new endpoint. */
export async function insertWebhookMessage(
  db: Knex,
  fields: Partial<WebhookMessage> = {},
): Promise<WebhookMessage> {
  return WebhookMessage.query(db)
    .insert({
      endpointId: fields.endpointId ?? (await insertEndpoint(db)).id,
      messageId: `msg_${unique()}${unique()}`,
      event: 'order.paid',
      payload: { type: 'order.paid', data: { orderId: 7, invoiceNumber: 'INV-7' } },
      state: 'delivered',
      attempts: 1,
      triedAt: new Date(),
      responseStatus: 200,
      response: 'ok',
      ...fields,
    })
    .returning('*')
}
