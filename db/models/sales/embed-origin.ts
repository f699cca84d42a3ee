import { Model } from 'objection'

/** A website that may embed the purchase frame. */
export class EmbedOrigin extends Model {
  static override tableName = 'embed_origins'

  declare id: number
  /** Such as `https://partner.example`. */
  declare origin: string
  declare createdAt: Date
}
