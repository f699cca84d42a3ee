import { Model } from 'objection'

/** What a passkey is to sign, once. */
export class PasskeyChallenge extends Model {
  static override tableName = 'passkey_challenges'
  static override idColumn = 'challenge'

  declare challenge: Buffer
  /** SHA-256 of the browser or session that it was made for. */
  declare boundTo: Buffer
  declare expiresAt: Date
}
