import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Order } from './order.ts'

/** Never changed: its texts can be emptied, and it is accepted once. */
export class Delivery extends Model {
  static override tableName = 'deliveries'

  declare id: number
  declare orderId: number
  /** From 1 on, in its order. */
  declare number: number
  declare authorId: number
  /** Null: of an admin, or the assignment was taken back. */
  declare assignmentId: number | null
  declare note: string
  declare links: string[]
  /** What the customer is asked to accept; false: a part, while others were still at work. */
  declare isWhole: boolean
  /** What delivering has replaced in the order, for the undo. */
  declare stateBefore: Order['workState']
  declare acceptByBefore: Date | null
  declare createdAt: Date
  declare acceptedAt: Date | null
  declare acceptedKind: 'customer' | 'time' | null
  declare acceptedById: number | null
  declare order?: Order
  declare author?: User

  static override relationMappings = () => ({
    order: belongsTo(Order, 'deliveries.orderId'),
    author: belongsTo(User, 'deliveries.authorId'),
  })
}

/** A fault or a change that a customer asks for. */
export class DeliveryRequest extends Model {
  static override tableName = 'delivery_requests'

  declare id: number
  declare orderId: number
  /** Null: a fault of work that was never delivered here. */
  declare deliveryId: number | null
  declare authorId: number
  declare kind: 'fault' | 'change'
  declare text: string
  declare createdAt: Date
  /** One of the order's included changes. */
  declare counted: boolean
  /** `taken`: work goes on without asking. Null: waits for the team. */
  declare outcome: 'taken' | 'granted' | 'declined' | null
  declare reason: string
  declare decidedById: number | null
  declare decidedAt: Date | null
  /** Of warranty work. */
  declare dueBy: Date | null
  /** Delivered anew, declined, or ended with the order. */
  declare closedAt: Date | null
  declare order?: Order
  declare delivery?: Delivery

  static override relationMappings = () => ({
    order: belongsTo(Order, 'delivery_requests.orderId'),
    delivery: belongsTo(Delivery, 'delivery_requests.deliveryId'),
  })
}
