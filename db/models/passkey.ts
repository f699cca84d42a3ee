import { Model } from 'objection'

export class Passkey extends Model {
  static override tableName = 'passkeys'

  declare id: number
  declare userId: number
  /** base64url, as browsers name it. */
  declare credentialId: string
  declare publicKey: Buffer
  /** How often the device says it was used; 0 where it does not count. */
  declare counter: number
  declare transports: string[]
  /** It is on more devices than one. */
  declare backedUp: boolean
  declare name: string
  declare createdAt: Date
  declare lastUsedAt: Date | null
}
