import { Model } from 'objection'
import { Order } from '#db/models/orders/order.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Refund } from './refund.ts'

/** An issued invoice or credit note. The database refuses to change it. */
export class Invoice extends Model {
  static override tableName = 'invoices'

  declare id: number
  declare kind: 'invoice' | 'credit_note'
  /** The financial year, such as 26-27. */
  declare series: string
  /** Consecutive in its series and kind. */
  declare number: number
  declare serial: string
  declare orderId: number
  /** The order's instalment that it covers; null if the order is paid at once. */
  declare instalmentPosition: number | null
  /** The invoice that a credit note credits. */
  declare correctsId: number | null
  /** The refund that a credit note is for; null if only billing details were wrong. */
  declare refundId: number | null
  /** The earlier invoice that this one replaces after a correction. */
  declare replacesId: number | null
  /** JSON with sorted keys and without spaces; null once the retention that tax law requires has ended. */
  declare document: string | null
  /** The document's hash, in hexadecimal digits. */
  declare sha256: string
  declare templateVersion: number
  declare issuedAt: Date
  declare order?: Order
  declare refund?: Refund

  static override relationMappings = () => ({
    order: belongsTo(Order, 'invoices.orderId'),
    refund: belongsTo(Refund, 'invoices.refundId'),
  })
}
