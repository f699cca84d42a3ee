import { Model } from 'objection'
import { Order } from './order.ts'
import { Refund } from './payment.ts'
import { belongsTo } from './relation.ts'

/** An invoice or a credit note as it was issued. The database refuses to change it. */
export class Invoice extends Model {
  static override tableName = 'invoices'

  declare id: number
  declare kind: 'invoice' | 'credit_note'
  /** Of a financial year, such as 26-27. */
  declare series: string
  /** Consecutive in its series and kind. */
  declare number: number
  declare serial: string
  declare orderId: number
  /** The invoice that a credit note credits. */
  declare correctsId: number | null
  /** What a credit note gives back; null where only billing details were wrong. */
  declare refundId: number | null
  /** The invoice that this one is issued anew for. */
  declare replacesId: number | null
  /** JSON with sorted keys and without spaces; null after the years that tax law wants it. */
  declare document: string | null
  /** Of the document, in hexadecimal digits. */
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
