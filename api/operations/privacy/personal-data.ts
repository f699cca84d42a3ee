/** Collects all data stored about a customer, in a fixed number of statements. */
import type { Knex } from 'knex'
import { PersonalData } from '#api/contract/operations/personal-data.ts'
import { listRecords } from '#api/money/invoices/invoice.ts'
import { type OrderRow, selectOrders, toWireFields } from '#api/orders/order/order.ts'
import { listFilesOfCustomers } from '#api/orders/order/order-files.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import { listPasskeys } from '#api/people/second-factor/passkeys.ts'
import { findTotp } from '#api/people/second-factor/totp.ts'
import { findOrThrow } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { OFFER_STATE } from '#api/rules/offers.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { Refund } from '#db/models/money/refund.ts'
import { RefundRequest } from '#db/models/money/refund-request.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import { Message } from '#db/models/orders/message.ts'
import { OrderAnswer, OrderEvent } from '#db/models/orders/order.ts'
import { OrderDate } from '#db/models/orders/promised-date.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { Review } from '#db/models/orders/review.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { Session } from '#db/models/people/session.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { Offer } from '#db/models/sales/offer.ts'

/** SQL: mails to the account or about its orders. Excludes other mails to its address, because an address alone proves nothing. */
const IS_OWN_MAIL = `(payload ->> 'userId' = :userId OR payload ->> 'staffId' = :userId OR payload ->> 'adminId' = :userId
  OR payload ->> 'orderId' = ANY (:orderIds) AND payload ->> 'staffId' IS NULL OR payload ->> 'refundId' = ANY (:refundIds)
  OR payload ->> 'userId' IS NULL AND lower(payload ->> 'email') = lower(:email))`

/** Whether the team caused the event. The customer does not get its notes. */
const isOfTeam = ({ actorKind }: OrderEvent): boolean => actorKind === 'admin' || actorKind === 'staff'

/**
 * Collects the data of the account and its orders. Omits unpaid forms with its e-mail, which a stranger may have sent.
 * @throws NotFound
 */
export async function collectPersonalData(db: Knex, userId: number): Promise<PersonalData> {
  const user = await findOrThrow(User.query(db).findById(userId), 'User')
  const orders = (await selectOrders(db).where({ userId }).orderBy('id')) as OrderRow[]
  const orderIds = orders.map(({ id }) => id)
  const events = await OrderEvent.query(db).whereIn('orderId', orderIds).orderBy('id')
  const instalments = await OrderInstalment.query(db)
    .whereIn('orderId', orderIds)
    .orderBy(['orderId', 'position'])
  const payments = await Payment.query(db).whereIn('orderId', orderIds).orderBy('id')
  const paymentIds = payments.map(({ id }) => id)
  const refunds = await Refund.query(db)
    .whereIn('paymentId', paymentIds)
    .withGraphFetched('payment')
    .orderBy('id')
  const invoices = await listRecords(db, orders)
  const answers = await OrderAnswer.query(db).whereIn('orderId', orderIds).orderBy(['orderId', 'questionId'])
  const messages = await Message.query(db)
    .where({ isTeamOnly: false })
    .where((either) =>
      either.whereIn('orderId', orderIds).orWhere({ authorId: userId, authorRole: 'customer' }),
    )
    .orderBy('id')
  const incoming = await IncomingMail.query(db).whereIn('orderId', orderIds).orWhere({ userId }).orderBy('id')
  // Omits files that the customer has not received yet.
  const files = await listFilesOfCustomers(db, orderIds)
  const deliveries = await Delivery.query(db).whereIn('orderId', orderIds).orderBy('id')
  const deliveryRequests = await DeliveryRequest.query(db).whereIn('orderId', orderIds).orderBy('id')
  const dates = await OrderDate.query(db).whereIn('orderId', orderIds).orderBy('id')
  // Includes offers to the address only if it is verified; otherwise the account does not prove whose they are.
  const offers = await Offer.query(db)
    .whereIn(
      'id',
      orders.flatMap(({ offerId }) => offerId ?? []),
    )
    .orWhereRaw(`email <> '' AND lower(email) = lower(?)`, [user.emailVerifiedAt ? user.email : ''])
    .withGraphFetched('acceptance')
    .orderBy('id')
  const coupons = await Coupon.query(db).where({ ownerId: userId }).orderBy('id')
  const refundRequests = await RefundRequest.query(db).whereIn('orderId', orderIds).orderBy('id')
  const reviews = await Review.query(db).whereIn('orderId', orderIds).orderBy('id')
  const formIds = orders.map(({ registrationId }) => registrationId).filter((id) => id !== null)
  const forms = await Registration.query(db).where({ userId }).orWhereIn('id', formIds).orderBy('id')
  const refundIds = refunds.map(({ id }) => id)
  const mails = await OutboxMessage.query(db)
    .whereRaw(IS_OWN_MAIL, {
      userId: String(userId),
      orderIds: orderIds.map(String),
      refundIds: refundIds.map(String),
      // Mails to an address alone belong to the account only if it has verified the address.
      email: user.emailVerifiedAt ? user.email : '',
    })
    .orderBy('id')
  const sessions = await Session.query(db).where({ userId }).orderBy('createdAt')
  const passkeys = await listPasskeys(db, userId)
  const totp = await findTotp(db, userId)
  const providerIds = payments.map(({ providerPaymentId }) => providerPaymentId).filter((id) => id !== null)
  const paymentEvents = await ProviderEvent.query(db).whereIn('providerPaymentId', providerIds).orderBy('id')
  const changes = await AuditEntry.query(db)
    .leftJoinRelated('details')
    .select('createdAt', 'action', 'subject', 'actorId', 'details.ipAddress')
    .where({ actorId: userId })
    .orWhere({ subject: 'user', subjectId: userId })
    .orderBy('audit_log.id')
    .castTo<(AuditEntry & { ipAddress: string | null })[]>()

  return toWire(PersonalData, {
    exportedAt: new Date(),
    account: toWireUser(user),
    orders: orders.map((order) => ({ ...toWireFields(order), acceptedPolicies: order.acceptedPolicies })),
    history: events.map((event) => ({
      ...event,
      at: event.createdAt,
      from: event.fromValue,
      to: event.toValue,
      note: isOfTeam(event) ? null : event.note,
    })),
    instalments: instalments.map((instalment) => ({
      ...instalment,
      at: instalment.paidAt ?? instalment.dueAt,
      amount: toDecimal(money(instalment.amountCents, instalment.currency)),
    })),
    payments: payments.map((payment) => ({
      ...payment,
      orderId: payment.orderId ?? 0,
      at: payment.createdAt,
      paymentId: payment.providerPaymentId,
      amount: toDecimal(money(payment.amountCents, payment.currency)),
    })),
    refunds: refunds.map((refund) => ({
      ...refund,
      orderId: refund.payment?.orderId ?? 0,
      at: refund.createdAt,
      amount: toDecimal(money(refund.amountCents, refund.currency)),
    })),
    invoices,
    answers: answers.map((answer) => ({ ...answer, at: answer.updatedAt })),
    messages: messages.map((message) => ({ ...message, at: message.createdAt, from: message.authorRole })),
    incomingMails: incoming.map((mail) => ({
      ...mail,
      at: mail.createdAt,
      from: mail.fromAddress,
      mailText: mail.wholeText,
    })),
    files: files.map((file) => ({ ...file, at: file.createdAt, sizeBytes: Number(file.sizeBytes) })),
    deliveries: deliveries.map((delivery) => ({ ...delivery, at: delivery.createdAt })),
    deliveryRequests: deliveryRequests.map((request) => ({ ...request, at: request.createdAt })),
    dateChanges: dates.map((date) => ({ ...date, at: date.createdAt, from: date.oldAt, to: date.newAt })),
    refundRequests: refundRequests.map((request) => ({
      ...request,
      at: request.createdAt,
      asked: toDecimal(money(request.askedCents, request.currency)),
    })),
    reviews: reviews.map((review) => ({
      ...review,
      orderId: review.orderId ?? 0,
      at: review.createdAt,
      name: review.customerName,
    })),
    offers: offers
      .filter(({ state }) => !OFFER_STATE[state].isDraft)
      .map(({ acceptance, ...offer }) => ({
        ...offer,
        at: offer.sentAt ?? offer.createdAt,
        acceptedBy: acceptance?.name ?? null,
        acceptedAt: acceptance?.acceptedAt ?? null,
      })),
    coupons: coupons.map((coupon) => ({ ...coupon, at: coupon.createdAt })),
    forms: forms.map((form) => ({ ...pickBuyer(form), at: form.createdAt })),
    mails: mails.map((mail) => ({ ...mail, at: mail.createdAt, to: mail.toEmail })),
    sessions: sessions.map((session) => ({ ...session, at: session.createdAt, browser: session.userAgent })),
    passkeys: passkeys.map((passkey) => ({ ...passkey, at: passkey.createdAt })),
    authenticatorApps: totp?.confirmedAt ? [{ at: totp.confirmedAt }] : [],
    paymentEvents: paymentEvents.map(({ receivedAt, eventType, payload }) => ({
      at: receivedAt,
      type: eventType,
      payload,
    })),
    changes: changes.map(({ createdAt, action, subject, actorId, ipAddress }) => ({
      at: createdAt,
      action,
      subject,
      // Another actor's IP address is not the customer's data.
      address: actorId === userId ? ipAddress : null,
    })),
  })
}
