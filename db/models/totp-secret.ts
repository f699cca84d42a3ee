import { Model } from 'objection'

/** The secret of an authenticator app. */
export class TotpSecret extends Model {
  static override tableName = 'totp_secrets'

  declare id: number
  declare userId: number
  declare sealedSecret: Buffer
  declare createdAt: Date
  /** Null while it is being set up. */
  declare confirmedAt: Date | null
  /** Of the last code that was accepted, in periods of 30 seconds since 1970. */
  declare lastStep: number | null
}
