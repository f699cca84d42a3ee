/** What the steps of an order know of it, and what several of them do. */
import { Dispute } from '#db/models/money/dispute.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Order, type OrderEvent } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { type Buyer, pickBuyer } from '#db/models/people/buyer.ts'
import { findCustomer } from './people.ts'
import type { PlannedOrder } from './planned-order.ts'
import { audit, type Shop, sendMail } from './shop.ts'

type Cause = Pick<OrderEvent, 'actorKind'> & { actorId?: number; note?: string }

export const NO_WAIT = { waitingFor: null, waitingSince: null }

export class StoryOfOrder {
  readonly shop: Shop
  readonly plan: PlannedOrder
  /** Hours, ids and rate are derived from the label: they differ between orders and are the same at each seeding. */
  readonly label: string
  readonly buyer: Buyer
  order = new Order()
  payment = new Payment()
  assignment = new StaffAssignment()
  disputed = new Dispute()

  constructor(shop: Shop, plan: PlannedOrder, label: string) {
    this.shop = shop
    this.plan = plan
    this.label = label
    this.buyer = plan.buyer === 'clara' ? pickBuyer(shop.clara) : findCustomer(plan.buyer)
  }

  get ordered() {
    const { slug } = this.plan
    const found = this.shop.packages.get(slug)
    if (!found) throw new Error(`The demo's catalogue has no package ${slug}`)
    return found
  }

  get byAdmin() {
    return { actorKind: 'admin', actorId: this.shop.admin.id } as const
  }

  /** As in the shop, starting the work sets 'processing' again even if the answers have already set it. */
  async setStatus(at: Date, to: Order['status'], cause: Cause, fields: Partial<Order> = {}): Promise<void> {
    const { id: orderId, status: from, invoiceNumber: subjectLabel } = this.order
    const { actorId } = cause
    await this.change({ ...fields, status: to })
    this.record(at, { kind: 'status', fromValue: from, toValue: to, ...cause })
    if (!actorId) return
    const entry = { action: 'updated', subject: 'order', subjectId: orderId, subjectLabel } as const
    if (from !== to) audit(this.shop, at, { ...entry, actorId, changes: [{ field: 'status', from, to }] })
    await sendMail(this.shop, at, 'status_changed', { orderId, from, to }, { afterMinutes: 0.2 })
  }

  async change(fields: Partial<Order>): Promise<void> {
    await this.order.$query(this.shop.trx).patch(fields)
  }

  record(createdAt: Date, event: Cause & Partial<OrderEvent>): void {
    this.shop.records.orderEvents.push({ ...event, orderId: this.order.id, createdAt })
  }

  note(at: Date, note: string, cause: Cause): void {
    this.record(at, { kind: 'note', note, ...cause })
  }
}
