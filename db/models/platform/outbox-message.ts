import { Model } from 'objection'

export class OutboxMessage extends Model {
  static override tableName = 'outbox'

  declare id: number
  declare messageId: string
  declare kind: string
  declare payload: unknown
  /** Derived from the three times below. */
  declare state: 'queued' | 'sent' | 'failed' | 'skipped'
  declare createdAt: Date
  declare sentAt: Date | null
  /** When the receiving server refused the mail permanently. */
  declare failedAt: Date | null
  /** When the mail was dropped because it had become pointless. */
  declare skippedAt: Date | null
  declare attempts: number
  /** Why the last attempt failed, or why the mail was skipped. */
  declare lastError: string | null
  /** Null until the first attempt, because a mail is rendered when it is sent. */
  declare toEmail: string | null
  declare subject: string | null
  /** The mail that an admin sent again with this one. */
  declare resends: number | null
}
