import { Model } from 'objection'

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
