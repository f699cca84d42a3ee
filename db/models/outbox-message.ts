import { Model } from 'objection'

export class OutboxMessage extends Model {
  static override tableName = 'outbox'

  declare id: number
  declare messageId: string
  declare kind: string
  declare payload: unknown
  /** Follows from the three moments below. */
  declare state: 'queued' | 'sent' | 'failed' | 'skipped'
  declare createdAt: Date
  declare sentAt: Date | null
  /** The receiving server refused it permanently. */
  declare failedAt: Date | null
  /** There was nothing left to report. */
  declare skippedAt: Date | null
  declare attempts: number
  /** Why the last try failed, or why it was skipped. */
  declare lastError: string | null
  /** Known from the first try on: a mail is written when it is sent. */
  declare toEmail: string | null
  declare subject: string | null
  /** The mail that an admin sent again as this one. */
  declare resends: number | null
}
