import { Model } from 'objection'

/** A customer's e-mail reply that is not a message yet. Until then only the customer can read it. */
export class IncomingMail extends Model {
  static override tableName = 'incoming_mails'

  declare id: number
  declare mailHash: Buffer
  declare orderId: number
  declare userId: number
  declare state: 'posted' | 'waiting' | 'discarded' | 'refused'
  declare messageId: number | null
  declare fromAddress: string
  declare text: string
  /** The whole text with quotations and signature. */
  declare wholeText: string
  /** Names the attachments that were not accepted. */
  declare note: string
  declare createdAt: Date
}
