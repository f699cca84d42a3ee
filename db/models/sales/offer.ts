import { Model } from 'objection'
import type { Package } from '#db/models/catalogue/package.ts'
import { Order } from '#db/models/orders/order.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

/** The content of an offer as typed, hashed and shown. Amounts are decimal strings. */
export interface OfferContent {
  firstName: string
  lastName: string
  email: string
  title: string
  lines: { text: string; amount: string }[]
  currency: string
  deliveryDays: number
  includedChanges: number | null
  questions: { question: string; required: boolean }[]
  /** Absent or null: paid at once. */
  paymentPlan?: Package['paymentPlan'] | undefined
  terms: string
  bankDetails: string
  validUntil: string
}

export class Offer extends Model {
  static override tableName = 'offers'
  static override jsonAttributes = ['content', 'asked']

  declare id: number
  declare state: 'draft' | 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired' | 'withdrawn'
  /** The version that its links open now. */
  declare version: number
  /** Empty once it is erased. */
  declare content: OfferContent | Record<string, never>
  /** Empty once it is erased. */
  declare email: string
  declare amountCents: number
  declare currency: string
  declare validUntil: Date
  /**
   * Questions asked through its link, until the order has a conversation. `at`: ISO 8601. `userId`: the user who was signed in; null
   * or unset: somebody with the link.
   */
  declare asked: { text: string; at: string; userId?: number | null }[]
  declare reason: string
  declare fromOrderId: number | null
  declare createdById: number
  declare createdAt: Date
  declare sentAt: Date | null
  declare viewedAt: Date | null
  declare endedAt: Date | null
  declare fromOrder?: Order | null
  declare order?: Order | null
  declare acceptance?: OfferAcceptance | null

  static override relationMappings = () => ({
    fromOrder: belongsTo(Order, 'offers.fromOrderId'),
    order: {
      relation: Model.HasOneRelation,
      modelClass: Order,
      join: { from: 'offers.id', to: 'orders.offerId' },
    },
    acceptance: {
      relation: Model.HasOneRelation,
      modelClass: OfferAcceptance,
      join: { from: 'offers.id', to: 'offer_acceptances.offerId' },
    },
  })
}

/** Append-only: the database refuses every change except emptying the content. */
export class OfferVersion extends Model {
  static override tableName = 'offer_versions'
  static override idColumn = ['offerId', 'version']
  static override jsonAttributes = ['content']

  declare offerId: number
  declare version: number
  declare content: OfferContent | Record<string, never>
  declare sha256: string
  declare sentAt: Date
}

export class OfferLink extends Model {
  static override tableName = 'offer_links'
  static override idColumn = 'tokenHash'

  declare tokenHash: Buffer
  declare offerId: number
  declare version: number
}

export class OfferAcceptance extends Model {
  static override tableName = 'offer_acceptances'
  static override idColumn = 'offerId'
  static override jsonAttributes = ['acceptedPolicies']

  declare offerId: number
  declare version: number
  declare sha256: string
  declare name: string
  declare acceptedPolicies: NonNullable<Order['acceptedPolicies']>
  declare acceptedAt: Date
}
