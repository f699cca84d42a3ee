/** What the steps of an order know of it, and what several of them do. */
import { Dispute } from '#db/models/money/dispute.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Order, type OrderEvent } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import type { PlannedOrder } from './plan.ts'
import { audit, type Shop, sendMail } from './shop.ts'

type Status = Order['status']
export type Cause = Pick<OrderEvent, 'actorKind'> & { actorId?: number; note?: string }

export const NO_WAIT = { waitingFor: null, waitingSince: null }

export class StoryOfOrder {
  readonly shop: Shop
  readonly plan: PlannedOrder
  /** Hours, ids and rate are derived from the label: they differ between orders and are the same at each seeding. */
  readonly label: string
  order = new Order()
  payment = new Payment()
  assignment = new StaffAssignment()
  disputed = new Dispute()

  constructor(shop: Shop, plan: PlannedOrder, label: string) {
    this.shop = shop
    this.plan = plan
    this.label = label
  }

  /** As in the shop, starting the work sets 'processing' again even if the answers have already set it. */
  async setStatus(at: Date, to: Status, cause: Cause, fields: Partial<Order> = {}): Promise<void> {
    const { id: orderId, status: from, invoiceNumber: subjectLabel } = this.order
    const { actorId } = cause
    await this.change({ ...fields, status: to })
    this.record(at, { kind: 'status', fromValue: from, toValue: to, ...cause })
    if (!actorId) return
    if (from !== to) {
      const changes = [{ field: 'status', from, to }]
      const entry = { action: 'updated', subject: 'order', subjectId: orderId, subjectLabel } as const
      audit(this.shop, at, { ...entry, actorId, changes })
    }
    await sendMail(this.shop, at, 'status_changed', { orderId, from, to }, { afterMinutes: 0.2 })
  }

  async change(fields: Partial<Order>): Promise<void> {
    await this.order.$query(this.shop.trx).patch(fields)
  }

  record(createdAt: Date, event: Cause & Partial<OrderEvent>): void {
    this.shop.records.orderEvents.push({ ...event, orderId: this.order.id, createdAt })
  }
}
