import { Model } from 'objection'

/** A file in an order's conversation. Its bytes are in the file storage, under its id. */
export class OrderFile extends Model {
  static override tableName = 'order_files'

  /** A UUID. */
  declare id: string
  declare orderId: number
  declare uploaderId: number
  /** The message that it was sent with. Null: not sent yet, or attached to something else. */
  declare messageId: number | null
  /** The question that it answers; null otherwise. */
  declare questionId: number | null
  /** The delivery that it belongs to; null otherwise. */
  declare deliveryId: number | null
  /** The e-mail reply that it was attached to; null otherwise. */
  declare incomingMailId: number | null
  /** The file name given by the uploader. */
  declare name: string
  declare sizeBytes: number
  /** How many bytes of an upload have arrived. Not maintained once the file is complete. */
  declare arrivedBytes: number
  /** checking: complete, but not yet scanned. */
  declare state: 'uploading' | 'checking' | 'ready' | 'refused'
  /** The media type detected from the content; null until checked. */
  declare mediaType: string | null
  declare hasPreview: boolean
  /** The lock of the call that is writing to it. */
  declare lockToken: string | null
  declare lockedUntil: Date | null
  declare isLockWanted: boolean
  declare createdAt: Date
}
