import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Order } from './order.ts'

/** Immutable, except that its texts can be emptied and that it can be accepted once. */
export class Delivery extends Model {
  static override tableName = 'deliveries'

  declare id: number
  declare orderId: number
  /** Counts from 1 in each order. */
  declare number: number
  declare authorId: number
  /** Null: delivered by an admin, or the assignment was withdrawn. */
  declare assignmentId: number | null
  declare note: string
  declare links: string[]
  /** True: the whole work, which the customer is asked to accept. False: a part of it, while other staff were still working. */
  declare isWhole: boolean
  /** The order's values before this delivery, to undo it. */
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

/** A fault that a customer reports, or a change that they ask for. */
export class DeliveryRequest extends Model {
  static override tableName = 'delivery_requests'

  declare id: number
  declare orderId: number
  /** Null: a fault in work that has no delivery in the shop. */
  declare deliveryId: number | null
  declare authorId: number
  declare kind: 'fault' | 'change'
  declare text: string
  declare createdAt: Date
  /** Whether it uses one of the order's included changes. */
  declare counted: boolean
  /** `taken`: accepted automatically, work continues. Null: waits for the team's decision. */
  declare outcome: 'taken' | 'granted' | 'declined' | null
  declare reason: string
  declare decidedById: number | null
  declare decidedAt: Date | null
  /** The deadline of warranty work. */
  declare dueBy: Date | null
  /** When it was delivered again, declined, or ended with the order. */
  declare closedAt: Date | null
  declare order?: Order
  declare delivery?: Delivery

  static override relationMappings = () => ({
    order: belongsTo(Order, 'delivery_requests.orderId'),
    delivery: belongsTo(Delivery, 'delivery_requests.deliveryId'),
  })
}
