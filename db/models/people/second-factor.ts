import { Model } from 'objection'

export class Passkey extends Model {
  static override tableName = 'passkeys'

  declare id: number
  declare userId: number
  /** The passkey's id from the browser, in base64url. */
  declare credentialId: string
  declare publicKey: Buffer
  /** The signature counter; 0 if the device does not count. */
  declare counter: number
  declare transports: string[]
  /** Whether it is synced across devices. */
  declare backedUp: boolean
  declare name: string
  declare createdAt: Date
  declare lastUsedAt: Date | null
}

/** A single-use challenge for a passkey to sign. */
export class PasskeyChallenge extends Model {
  static override tableName = 'passkey_challenges'
  static override idColumn = 'challenge'

  declare challenge: Buffer
  /** SHA-256 of the browser cookie or session that may use it. */
  declare boundTo: Buffer
  declare expiresAt: Date
}

/** The shared secret of an authenticator app (TOTP). */
export class TotpSecret extends Model {
  static override tableName = 'totp_secrets'

  declare id: number
  declare userId: number
  declare sealedSecret: Buffer
  declare createdAt: Date
  /** Null while it is being set up. */
  declare confirmedAt: Date | null
  /** The time of the last accepted code, in periods of 30 seconds since 1970. */
  declare lastStep: number | null
}

export class RecoveryCode extends Model {
  static override tableName = 'recovery_codes'
  static override idColumn = 'codeHash'

  declare codeHash: Buffer
  declare userId: number
  declare createdAt: Date
  declare usedAt: Date | null
}
