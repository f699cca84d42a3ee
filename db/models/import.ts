import { Model } from 'objection'
import { belongsTo } from './relation.ts'
import { User } from './user.ts'

/** A file of customers or past orders, from its check on. */
export class Import extends Model {
  static override tableName = 'imports'

  declare id: number
  declare kind: 'customers' | 'orders'
  declare fileName: string
  /** Of the file, in hexadecimal digits. */
  declare sha256: string
  /** The name of the raw file; null once it is gone. */
  declare upload: string | null
  declare state: 'checking' | 'checked' | 'applying' | 'applied' | 'refused'
  /** Of a refused one: why, for people. */
  declare refusal: string | null
  /** Rows that have been read so far. */
  declare progress: number
  /** As the check found them; once it is applied, as they were then. */
  declare newRows: number
  declare existingRows: number
  declare faultyRows: number
  /** Null: at the command line. */
  declare createdBy: number | null
  declare appliedBy: number | null
  declare createdAt: Date
  declare appliedAt: Date | null
  declare admin?: User | null

  static override relationMappings = () => ({
    admin: belongsTo(User, 'imports.createdBy'),
  })
}

/** What is wrong with a cell of an imported file. */
export class ImportFault extends Model {
  static override tableName = 'import_faults'

  declare id: number
  declare importId: number
  /** As a spreadsheet counts: the headings are row 1. */
  declare rowNumber: number
  /** Empty: the row as a whole. */
  declare columnName: string
  declare value: string
  declare message: string
  declare createdAt: Date
}

/** That an account was imported, and whether its owner has been sent a link to sign in. */
export class ImportedUser extends Model {
  static override tableName = 'imported_users'
  static override idColumn = 'userId'

  declare userId: number
  declare importId: number
  /** When an admin asked for a link to be sent. */
  declare linkAskedAt: Date | null
  /** When its mail was queued. */
  declare linkSentAt: Date | null
  declare user?: User

  static override relationMappings = () => ({
    user: belongsTo(User, 'imported_users.userId'),
  })
}

/** An order from before this shop. No payment, no invoice and no work belongs to it. */
export class PastOrder extends Model {
  static override tableName = 'past_orders'

  declare id: number
  declare importId: number
  /** The system that it comes from. */
  declare source: string
  /** Its number there. */
  declare reference: string
  declare userId: number
  /** Null: no package of this shop. */
  declare packageId: number | null
  declare packageName: string
  declare amountCents: number
  declare status: 'completed' | 'cancelled' | 'refunded'
  /** A day, as 2024-03-31. */
  declare orderedOn: string
  declare user?: User

  static override relationMappings = () => ({
    user: belongsTo(User, 'past_orders.userId'),
  })
}
