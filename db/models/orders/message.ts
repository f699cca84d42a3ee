import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Order } from './order.ts'

/** A message of an order's conversation, or a note of the team beside it. */
export class Message extends Model {
  static override tableName = 'order_messages'

  /** Below zero: a copy of a note of staff from before there were conversations. */
  declare id: number
  declare orderId: number
  declare authorId: number
  declare authorRole: 'customer' | 'staff' | 'admin'
  declare isTeamOnly: boolean
  /** Of the team, who cannot go on without an answer. */
  declare isBlocking: boolean
  /** As it was typed. Empty once it is withdrawn or erased. */
  declare text: string
  declare key: string
  declare createdAt: Date
  declare editedAt: Date | null
  declare withdrawnAt: Date | null
  declare order?: Order
  declare author?: User

  static override relationMappings = () => ({
    order: belongsTo(Order, 'order_messages.orderId'),
    author: belongsTo(User, 'order_messages.authorId'),
  })
}
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

/** A file of an order's conversation. Its bytes lie in the storage under its id. */
export class OrderFile extends Model {
  static override tableName = 'order_files'

  /** A UUID. */
  declare id: string
  declare orderId: number
  declare uploaderId: number
  /** The message that it was sent with. Null until then, and for an answer. */
  declare messageId: number | null
  /** Of the question that it answers. */
  declare questionId: number | null
  /** Of the delivery that it is part of. */
  declare deliveryId: number | null
  /** Of the reply by mail that it came with. */
  declare mailReplyId: number | null
  /** As its uploader named it. */
  declare name: string
  declare sizeBytes: number
  /** How much of an upload is there; of a complete file not kept up. */
  declare arrivedBytes: number
  /** checking: complete, and not yet known to be harmless. */
  declare state: 'uploading' | 'checking' | 'ready' | 'refused'
  /** The media type by its content; null until it is checked. */
  declare mediaType: string | null
  declare hasPreview: boolean
  /** Of the call that writes to it. */
  declare lockToken: string | null
  declare lockedUntil: Date | null
  declare isLockWanted: boolean
  declare createdAt: Date
}

/** A reply that the team has ready for a conversation. */
export class SavedReply extends Model {
  static override tableName = 'saved_replies'

  declare id: number
  declare title: string
  /** With placeholders (api/rules/order-work/saved-replies.ts). */
  declare text: string
}
