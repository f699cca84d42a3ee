import { Model } from 'objection'

/** A reply that the team has ready for a conversation. */
export class SavedReply extends Model {
  static override tableName = 'saved_replies'

  declare id: number
  declare title: string
  /** With placeholders (api/rules/order-work/saved-replies.ts). */
  declare text: string
}
