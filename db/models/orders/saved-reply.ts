import { Model } from 'objection'

/** A text template for the team's replies in conversations. */
export class SavedReply extends Model {
  static override tableName = 'saved_replies'

  declare id: number
  declare title: string
  /** May contain placeholders (api/rules/order-work/saved-replies.ts). */
  declare text: string
}
