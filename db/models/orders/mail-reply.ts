import { Model } from 'objection'

/** A reply by mail to a mail about messages. Its customer alone reads it until it is a message. */
export class MailReply extends Model {
  static override tableName = 'mail_replies'

  declare id: number
  declare mailHash: Buffer
  declare orderId: number
  declare userId: number
  declare state: 'posted' | 'waiting' | 'discarded' | 'refused'
  declare messageId: number | null
  declare fromAddress: string
  declare text: string
  /** With what it quotes and its signature. */
  declare wholeText: string
  /** The files that could not be taken. */
  declare note: string
  declare createdAt: Date
}
