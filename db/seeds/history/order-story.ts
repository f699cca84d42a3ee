/** The steps of one planned order. Each step inserts the rows that it would leave in a real shop. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Dispute } from '#db/models/money/dispute.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Message } from '#db/models/orders/message.ts'
import { CouponRedemption, Order, OrderAnswer, type OrderEvent } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { Review } from '#db/models/orders/review.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import { DEMO_PROVIDER, demoProviderId } from '#db/seeds/provider-id.ts'
import type { SeedRules } from '#db/seeds/seed-rules.ts'
import { later, pick } from './clock.ts'
import { CUSTOMERS } from './people.ts'
import type { PlannedOrder } from './plan.ts'
import {
  audit,
  formatUsdCents,
  isStillStored,
  notify,
  type Shop,
  type Step,
  sendMail,
  toDecimal,
} from './shop.ts'

/** When each kind of step happens, in minutes before closing time. Steps on one day happen in this order. */
const HOURS = {
  ordered: [430, 540],
  answered: [330, 410],
  assigned: [240, 320],
  started: [190, 230],
  disputed: [170, 185],
  refunded: [150, 165],
  talked: [146, 149],
  finished: [80, 105],
  closed: [20, 70],
  requested: [10, 15],
} as const
/** The time between two messages on one day. */
const REPLIED_AFTER_MINUTES = 4
const ACCEPTED_AFTER_MINUTES = 7 * 24 * 60
const ASKED_AFTER_MINUTES = 7 * 24 * 60
/** Customers order at any time of the day. */
const ANY_TIME = [-200, 540] as const

const UNPAID_ORDER_MINUTES = 30
const NO_WAIT = { waitingFor: null, waitingSince: null }
/** The note of the job that cancels an unpaid order. */
const NOT_PAID_IN_TIME = 'Not paid in time'
const RESPONSE_MINUTES = 7 * 24 * 60
const MAILBOX_FULL = '552 5.2.2 The mailbox is full'

type Status = Order['status']
type PlannedDispute = NonNullable<PlannedOrder['dispute']>
type Cause = Pick<OrderEvent, 'actorKind'> & { actorId?: number; note?: string }

export class OrderStory {
  readonly #shop: Shop
  readonly #plan: PlannedOrder
  /** Seeds the hours, ids and exchange rate: they differ between orders and are the same at each seeding. */
  readonly #label: string
  #order = new Order()
  #payment = new Payment()
  #assignment = new StaffAssignment()
  #disputed = new Dispute()

  constructor(shop: Shop, plan: PlannedOrder, label: string) {
    this.#shop = shop
    this.#plan = plan
    this.#label = label
  }

  listSteps(): Step[] {
    const { days, minutesAgo, isAttempt, messages, request, refund, dispute } = this.#plan
    const { ordered, answered, assigned, started, finished, closed } = days
    const { now } = this.#shop.clock
    const isSameDay = [answered, assigned].includes(ordered)
    const orderedAt =
      minutesAgo === undefined
        ? this.#at(ordered, isSameDay ? HOURS.ordered : ANY_TIME, 'ordered')
        : later(now, -minutesAgo)
    const paidAt = later(orderedAt, pick(`${this.#label} paid`, 2, 6))
    const steps: Step[] = [{ at: orderedAt, take: () => this.#place(orderedAt) }]
    const add = (at: Date, take: (at: Date) => Promise<void>) => steps.push({ at, take: () => take(at) })
    if (isAttempt) {
      add(paidAt, (at) => this.#failPayment(at))
      add(later(orderedAt, UNPAID_ORDER_MINUTES + 1), (at) => this.#cancelUnpaid(at))
      return steps
    }
    add(paidAt, (at) => this.#pay(at))
    if (answered !== undefined) add(this.#at(answered, HOURS.answered, 'answered'), (at) => this.#answer(at))
    if (assigned !== undefined) add(this.#at(assigned, HOURS.assigned, 'assigned'), (at) => this.#assign(at))
    if (started !== undefined) add(this.#at(started, HOURS.started, 'started'), (at) => this.#start(at))
    for (const [index, [day, from, text, ...files]] of messages.entries()) {
      const earlier = messages.slice(0, index).filter(([other]) => other === day).length
      const at = this.#at(day, HOURS.talked, `talked ${day}`)
      add(later(at, earlier * REPLIED_AFTER_MINUTES), (sentAt) => this.#talk(sentAt, from, text, files))
    }
    if (request)
      add(this.#at(request.day, HOURS.requested, 'requested'), (at) => this.#request(at, request.text))
    if (finished !== undefined) add(this.#at(finished, HOURS.finished, 'finished'), (at) => this.#finish(at))
    if (closed !== undefined) {
      const closedAt = this.#at(closed, HOURS.closed, 'closed')
      add(closedAt, (at) => this.#close(at))
      add(later(closedAt, ASKED_AFTER_MINUTES), (at) => this.#askForReview(at))
      add(later(closedAt, ASKED_AFTER_MINUTES + pick(`${this.#label} reviewed`, 20, 900)), (at) =>
        this.#review(at),
      )
    }
    if (refund) add(this.#at(refund.day, HOURS.refunded, 'refunded'), (at) => this.#refund(at, refund))
    if (dispute) add(this.#at(dispute.day, HOURS.disputed, 'disputed'), (at) => this.#dispute(at, dispute))
    if (dispute?.won !== undefined) {
      add(this.#at(dispute.won, HOURS.disputed, 'won'), (at) => this.#winDispute(at))
    }
    return steps
  }

  #at(day: number, [from, to]: readonly [number, number], what: string): Date {
    return this.#shop.clock.at(day, pick(`${this.#label} ${what}`, from, to))
  }

  async #place(at: Date): Promise<void> {
    const { trx, rules, customers, packages } = this.#shop
    const { buyer: key, slug, coupon: couponCode } = this.#plan
    const ordered = packages.get(slug)
    if (!ordered) throw new Error(`The demo's catalogue has no package ${slug}`)
    const account = customers.get(key)
    const buyer = pickBuyer(key === 'clara' ? this.#shop.clara : CUSTOMERS[key])
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
    this.#order = await Order.query(trx)
      .insert({
        ...quote,
        packageId: ordered.id,
        packageName: ordered.name,
        deliveryDays: ordered.deliveryDays,
        userId: account?.id ?? null,
        registrationId: registration?.id ?? null,
        buyer,
        acceptedPolicies: findPoliciesOf(at, rules.policyVersions),
        usdInrRate: (pick(`${this.#label} rate`, 83_900, 85_100) / 1000).toFixed(6),
        couponId: coupon?.id ?? null,
        couponCode: coupon?.code ?? null,
        receipt: `rcpt_${demoProviderId('order', this.#label)}`,
        providerOrderId: quote.amountCents > 0 ? demoProviderId('order', this.#label) : null,
        // Set, so that the order is not looked up at the provider, which does not know it.
        providerAskedAt: later(at, UNPAID_ORDER_MINUTES),
        createdAt: at,
      })
      .returning('*')
    this.#record(at, {
      kind: 'status',
      toValue: 'pending',
      actorKind: 'customer',
      ...(account && { actorId: account.id }),
    })
    if (!coupon) return
    await CouponRedemption.query(trx).insert({
      couponId: coupon.id,
      orderId: this.#order.id,
      emailKey: buyer.email,
      createdAt: at,
      updatedAt: at,
    })
    await Coupon.query(trx).findById(coupon.id).increment('usedCount', 1)
  }

  async #pay(at: Date): Promise<void> {
    const { trx, rules } = this.#shop
    const { id: orderId, amountCents, invoiceNumber, packageName, deliveryDays, couponId } = this.#order
    const isFree = amountCents === 0
    this.#payment = await Payment.query(trx)
      .insert({
        orderId,
        provider: isFree ? 'none' : DEMO_PROVIDER,
        providerPaymentId: isFree ? null : demoProviderId('pay', this.#label),
        amountCents,
        currency: 'USD',
        status: 'captured',
        fulfilsOrder: true,
        createdAt: at,
        capturedAt: at,
      })
      .returning('*')
    const isNew = this.#order.userId === null
    const userId = this.#order.userId ?? (await this.#makeAccount(at))
    const questions = this.#shop.packages.get(this.#plan.slug)?.questions ?? []
    await this.#change({
      paymentStatus: 'paid',
      ...(questions.some(({ required }) => required) && { waitingFor: 'answers', waitingSince: at }),
      userId,
      paidAt: at,
      promisedAt: rules.endWorkingDay(at, deliveryDays),
    })
    this.#record(at, {
      kind: 'payment_status',
      fromValue: 'unpaid',
      toValue: 'paid',
      actorKind: 'customer',
    })
    if (couponId)
      await CouponRedemption.query(trx).where({ orderId }).patch({ status: 'redeemed', updatedAt: at })
    if (!isFree) this.#receiveEvent(later(at, 0.05))
    await rules.issueDocuments(trx, orderId, later(at, 0.02))
    await sendMail(this.#shop, at, 'order_confirmation', { orderId })
    if (isNew) await sendMail(this.#shop, at, 'welcome', { orderId })
    notify(this.#shop, at, {
      kind: 'order_paid',
      key: `order_paid:${orderId}`,
      title: `${invoiceNumber} is paid: ${formatUsdCents(amountCents)}`,
      facts: [{ label: 'Package', value: packageName }],
      path: `/admin?tab=orders&q=${invoiceNumber}`,
    })
  }

  /** Creates the account from the purchase form, as a payment does. The demo's customer already has one, which gets this date. */
  async #makeAccount(at: Date): Promise<number> {
    const { trx, clara, customers, passwordHash } = this.#shop
    const { buyer: key } = this.#plan
    const fields = { emailVerifiedAt: at, createdAt: at, updatedAt: at }
    const user =
      key === 'clara'
        ? await clara.$query(trx).patchAndFetch(fields)
        : await User.query(trx)
            .insert({ ...CUSTOMERS[key], ...fields, passwordHash })
            .returning('*')
    customers.set(key, user)
    await Registration.query(trx)
      .findById(this.#order.registrationId ?? 0)
      .patch({ userId: user.id })
    return user.id
  }

  #receiveEvent(at: Date): void {
    if (!isStillStored(this.#shop, at)) return
    const { providerPaymentId, amountCents: amount, currency } = this.#payment
    const entity = {
      id: providerPaymentId,
      order_id: this.#order.providerOrderId,
      amount,
      currency,
      status: 'captured',
    }
    this.#shop.records.webhookEvents.push({
      eventId: `evt_${providerPaymentId}`,
      eventType: 'payment.captured',
      payload: { event: 'payment.captured', payload: { payment: { entity } } },
      providerPaymentId,
      receivedAt: at,
      processedAt: later(at, 0.01),
      attempts: 1,
    })
  }

  async #answer(at: Date): Promise<void> {
    const { trx, packages, rules } = this.#shop
    const { slug, answers } = this.#plan
    const { id: orderId, deliveryDays, waitingSince } = this.#order
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
      await this.#setStatus(at, 'processing', { actorKind: 'customer' }, fields)
      const { id: assignmentId, staffId } = this.#assignment
      if (assignmentId) await sendMail(this.#shop, at, 'answers_in', { assignmentId, staffId, event: 'in' })
    }
    const refusal = this.#plan.isMailboxFull ? { refusal: MAILBOX_FULL } : {}
    await sendMail(this.#shop, at, 'answers_received', { orderId }, { afterMinutes: 10, ...refusal })
  }

  async #assign(at: Date): Promise<void> {
    const { trx, admin, staff } = this.#shop
    const { staff: key = 'rohan', brief: notes } = this.#plan
    const { id: staffId, email } = staff[key]
    this.#assignment = await StaffAssignment.query(trx)
      .insert({ orderId: this.#order.id, staffId, assignedById: admin.id, notes, assignedAt: at })
      .returning('*')
    const { id: assignmentId } = this.#assignment
    this.#shop.records.assignmentEvents.push({
      assignmentId,
      toStatus: 'assigned',
      actorId: admin.id,
      createdAt: at,
    })
    const created = (field: string, to: string) => ({ field, from: null, to })
    audit(
      this.#shop,
      at,
      { ...this.#assignmentEntry('created'), actorId: admin.id, changes: [created('status', 'assigned')] },
      { changes: [created('staff', email), ...(notes ? [created('notes', notes)] : [])] },
    )
    await sendMail(this.#shop, at, 'assignment', { assignmentId, staffId })
  }

  async #start(at: Date): Promise<void> {
    await this.#moveAssignment(at, 'in_progress')
    await this.#setStatus(at, 'processing', { actorKind: 'staff', actorId: this.#assignment.staffId })
  }

  async #finish(at: Date): Promise<void> {
    const { trx, admin } = this.#shop
    const { id: assignmentId, staffId } = this.#assignment
    await this.#moveAssignment(at, 'completed')
    const { delivery } = this.#plan
    if (delivery) {
      const { note, link, files } = delivery
      const { id: deliveryId } = await Delivery.query(trx)
        .insert({
          orderId: this.#order.id,
          number: 1,
          authorId: staffId,
          assignmentId,
          note,
          isWhole: true,
          links: link ? [link] : [],
          createdAt: at,
        })
        .returning('id')
      await this.#attach({ deliveryId, uploaderId: staffId, createdAt: at }, files)
      this.#record(at, { kind: 'note', note: 'Delivery 1', actorKind: 'staff', actorId: staffId })
      if (this.#plan.days.closed === undefined) {
        await this.#change({
          workState: 'delivered',
          waitingFor: 'delivery',
          waitingSince: at,
          acceptBy: later(at, ACCEPTED_AFTER_MINUTES),
        })
        await sendMail(this.#shop, at, 'delivered', { orderId: this.#order.id, number: 1 })
      }
    }
    await User.query(trx).findById(staffId).increment('completedAssignments', 1)
    // A delivered order waits for its customer, so no admin is told.
    if (this.#order.workState === null)
      await sendMail(this.#shop, at, 'work_finished', { assignmentId, adminId: admin.id })
  }

  /** Stores files like complete uploads, which the shop scans before anybody can download them. */
  async #attach(sent: Partial<OrderFile>, names: readonly string[]): Promise<void> {
    const { trx, rules } = this.#shop
    for (const name of rules.storeFile ? names : []) {
      const bytes = readFileSync(join(import.meta.dirname, 'files', name))
      const file = { ...sent, id: crypto.randomUUID(), orderId: this.#order.id, name }
      await OrderFile.query(trx).insert({ ...file, sizeBytes: bytes.length, state: 'checking' })
      await rules.storeFile?.(trx, file.id, bytes)
    }
  }

  /**
   * Adds a message, up to which its writer has then read everything. So only unanswered messages of open orders stay unread: in the
   * demo one from staff, and those that wait for a reply.
   */
  async #talk(
    createdAt: Date,
    from: 'customer' | 'staff' | 'team',
    text: string,
    files: string[],
  ): Promise<void> {
    const { trx } = this.#shop
    const { id: orderId, userId } = this.#order
    const { staffId } = this.#assignment
    const isCustomer = from === 'customer'
    const { id: messageId } = await Message.query(trx)
      .insert({
        orderId,
        authorId: isCustomer ? (userId ?? 0) : staffId,
        authorRole: isCustomer ? 'customer' : 'staff',
        isTeamOnly: from === 'team',
        text,
        key: crypto.randomUUID(),
        createdAt,
      })
      .returning('id')
    const reader = isCustomer ? userId : staffId
    await this.#attach({ messageId, uploaderId: reader ?? 0, createdAt }, files)
    await trx('message_reads')
      .insert({ orderId, userId: reader, messageId })
      .onConflict(['orderId', 'userId'])
      .merge()
    if (isCustomer) await this.#change({ awaitsReplySince: this.#order.awaitsReplySince ?? createdAt })
    else if (from === 'staff') await this.#change({ awaitsReplySince: null })
  }

  async #request(createdAt: Date, text: string): Promise<void> {
    const { trx } = this.#shop
    const { id: orderId, userId } = this.#order
    const delivery = await Delivery.query(trx).findOne({ orderId }).throwIfNotFound()
    await DeliveryRequest.query(trx).insert({
      orderId,
      deliveryId: delivery.id,
      authorId: userId ?? 0,
      kind: 'change',
      text,
      counted: false,
      createdAt,
    })
    await this.#change({ workState: 'change_asked', includedChanges: 0 })
    const note = 'Asks for a change of delivery 1, beyond the included ones'
    this.#record(createdAt, {
      kind: 'note',
      note,
      actorKind: 'customer',
      ...(userId !== null && { actorId: userId }),
    })
  }

  async #moveAssignment(at: Date, status: StaffAssignment['status']): Promise<void> {
    const { trx } = this.#shop
    const { id: assignmentId, staffId: actorId, status: from } = this.#assignment
    this.#shop.records.assignmentEvents.push({
      assignmentId,
      fromStatus: from,
      toStatus: status,
      actorId,
      createdAt: at,
    })
    const changes = [{ field: 'status', from, to: status }]
    audit(this.#shop, at, { ...this.#assignmentEntry('updated'), actorId, changes })
    await this.#assignment.$query(trx).patch({ status })
  }

  #assignmentEntry(action: 'created' | 'updated') {
    const { invoiceNumber: subjectLabel } = this.#order
    return { action, subject: 'assignment', subjectId: this.#assignment.id, subjectLabel } as const
  }

  async #close(at: Date): Promise<void> {
    const read =
      'UPDATE message_reads r SET message_id = m.id FROM (SELECT max(id) AS id FROM order_messages WHERE order_id = :id) m WHERE order_id = :id'
    await this.#shop.trx.raw(read, { id: this.#order.id })
    const byAdmin = { actorKind: 'admin', actorId: this.#shop.admin.id } as const
    await this.#setStatus(at, 'completed', byAdmin, { completedAt: at, ...NO_WAIT })
  }

  async #askForReview(at: Date): Promise<void> {
    const { id: orderId, amountCents } = this.#order
    if (amountCents === 0) return
    await sendMail(this.#shop, at, 'review_request', { orderId })
    await this.#change({ reviewAskedAt: at })
  }

  /** Assigns one of the catalogue's imported reviews to this order. The demo's customer has not written a review yet. */
  async #review(at: Date): Promise<void> {
    const { id: orderId, packageId, amountCents, buyer } = this.#order
    if (amountCents === 0 || this.#plan.buyer === 'clara') return
    const review = await Review.query(this.#shop.trx)
      .findOne({ packageId, orderId: null })
      .orderBy('createdAt', 'desc')
    const { firstName, lastName, jobTitle: customerRole, company: customerCompany } = buyer
    await review?.$query(this.#shop.trx).patch({
      orderId,
      naming: 'full',
      createdAt: at,
      stateSince: at,
      customerName: `${firstName} ${lastName}`,
      customerRole,
      customerCompany,
      // Still waits for an admin.
      ...(this.#plan.isReviewNew && { state: 'waiting', packageId: null, hiddenPackageId: packageId }),
    })
  }

  async #refund(at: Date, { reason, dollars }: NonNullable<PlannedOrder['refund']>): Promise<void> {
    const { trx, admin, rules } = this.#shop
    const { id: paymentId, amountCents: paidCents } = this.#payment
    const amountCents = dollars ? dollars * 100 : paidCents
    const processedAt = later(at, 4)
    const byAdmin = { actorKind: 'admin', actorId: admin.id } as const
    const amount = `$${toDecimal(amountCents)}`
    this.#record(at, { kind: 'note', note: `Refund of ${amount} requested: ${reason}`, ...byAdmin })
    const { id: refundId } = await Refund.query(trx)
      .insert({
        paymentId,
        amountCents,
        reason,
        status: 'processed',
        providerRefundId: demoProviderId('rfnd', this.#label),
        requestedBy: admin.id,
        createdAt: at,
        processedAt,
      })
      .returning('id')
    if (amountCents === paidCents) {
      await this.#payment.$query(trx).patch({ status: 'refunded' })
      await this.#change({ paymentStatus: 'refunded' })
      const note = `${amount} refunded`
      this.#record(processedAt, {
        kind: 'payment_status',
        fromValue: 'paid',
        toValue: 'refunded',
        note,
        ...byAdmin,
      })
      const cause = { actorKind: 'admin', note: 'Refunded in full' } as const
      await this.#setStatus(processedAt, 'cancelled', cause, NO_WAIT)
    } else {
      const note = `${amount} of $${toDecimal(paidCents)} refunded`
      this.#record(processedAt, { kind: 'note', note, ...byAdmin })
    }
    await rules.issueDocuments(trx, this.#order.id, later(processedAt, 0.02))
    await sendMail(this.#shop, processedAt, 'refund_receipt', { refundId })
  }

  /** Opens a dispute about the whole payment. */
  async #dispute(at: Date, { reasonCode }: PlannedDispute): Promise<void> {
    const { id: paymentId, providerPaymentId, amountCents, currency } = this.#payment
    this.#disputed = await Dispute.query(this.#shop.trx)
      .insert({
        providerDisputeId: demoProviderId('disp', this.#label),
        providerPaymentId: providerPaymentId ?? '',
        paymentId,
        amountCents,
        deductedCents: 0,
        currency,
        reasonCode,
        phase: 'chargeback',
        status: 'open',
        respondBy: later(at, RESPONSE_MINUTES),
        openedAt: at,
        askedAt: at,
      })
      .returning('*')
    this.#notifyOfDispute(at, 'to be answered')
  }

  async #winDispute(at: Date): Promise<void> {
    await this.#disputed.$query(this.#shop.trx).patch({ status: 'won', askedAt: at })
    this.#notifyOfDispute(at, 'won')
  }

  #notifyOfDispute(at: Date, headline: string): void {
    const { id, status, amountCents, reasonCode, respondBy } = this.#disputed
    const amount = formatUsdCents(amountCents)
    const note = `Dispute of ${amount}: ${headline}`
    this.#record(at, { kind: 'note', note, actorKind: 'provider' })
    notify(this.#shop, at, {
      kind: 'dispute',
      key: `dispute:${id}:${status}:${respondBy?.getTime()}`,
      title: `A dispute of ${amount} is ${headline}`,
      facts: [
        { label: 'Reason', value: reasonCode.replaceAll('_', ' ') },
        { label: 'Order', value: this.#order.invoiceNumber },
      ],
      path: '/admin?tab=staff&view=disputes',
    })
  }

  async #failPayment(at: Date): Promise<void> {
    await sendMail(this.#shop, at, 'payment_failed', { orderId: this.#order.id })
  }

  async #cancelUnpaid(at: Date): Promise<void> {
    await this.#setStatus(at, 'cancelled', { actorKind: 'system', note: NOT_PAID_IN_TIME })
  }

  /** As in the shop, starting the work sets 'processing' again even if the answers have already set it. */
  async #setStatus(at: Date, to: Status, cause: Cause, fields: Partial<Order> = {}): Promise<void> {
    const { id: orderId, status: from, invoiceNumber: subjectLabel } = this.#order
    const { actorId } = cause
    await this.#change({ ...fields, status: to })
    this.#record(at, { kind: 'status', fromValue: from, toValue: to, ...cause })
    if (!actorId) return
    if (from !== to) {
      const changes = [{ field: 'status', from, to }]
      const entry = { action: 'updated', subject: 'order', subjectId: orderId, subjectLabel } as const
      audit(this.#shop, at, { ...entry, actorId, changes })
    }
    await sendMail(this.#shop, at, 'status_changed', { orderId, from, to }, { afterMinutes: 0.2 })
  }

  async #change(fields: Partial<Order>): Promise<void> {
    await this.#order.$query(this.#shop.trx).patch(fields)
  }

  #record(createdAt: Date, event: Cause & Partial<OrderEvent>): void {
    this.#shop.records.orderEvents.push({ ...event, orderId: this.#order.id, createdAt })
  }
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
