import { Model } from 'objection'
import { belongsTo } from './relation.ts'
import { User } from './user.ts'

/** An uploaded file of customers or past orders. */
export class Import extends Model {
  static override tableName = 'imports'

  declare id: number
  declare kind: 'customers' | 'orders'
  declare fileName: string
  /** The file's hash, in hexadecimal digits. */
  declare sha256: string
  /** The name of the stored file; null after its removal. */
  declare upload: string | null
  declare state: 'checking' | 'checked' | 'applying' | 'applied' | 'refused'
  /** The reason of a refusal, for people. */
  declare refusal: string | null
  /** The number of rows read so far. */
  declare progress: number
  /** Counted by the check, and again when the import is applied. */
  declare newRows: number
  declare existingRows: number
  declare faultyRows: number
  /** Null for an import by the command line. */
  declare createdBy: number | null
  declare appliedBy: number | null
  declare createdAt: Date
  declare appliedAt: Date | null
  declare admin?: User | null

  static override relationMappings = () => ({
    admin: belongsTo(User, 'imports.createdBy'),
  })
}

/** An error in a cell of an imported file. */
export class ImportFault extends Model {
  static override tableName = 'import_faults'

  declare id: number
  declare importId: number
  /** Counted like in a spreadsheet: the headings are row 1. */
  declare rowNumber: number
  /** Empty for an error of the whole row. */
  declare columnName: string
  declare value: string
  declare message: string
  declare createdAt: Date
}

/** Marks an account as imported, and tells whether its owner got a link to sign in. */
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

/** An order from before this shop, without payment, invoice and work. */
export class PastOrder extends Model {
  static override tableName = 'past_orders'

  declare id: number
  declare importId: number
  /** The name of the former system. */
  declare source: string
  /** The order's number in that system. */
  declare reference: string
  declare userId: number
  /** Null if this shop has no such package. */
  declare packageId: number | null
  declare packageName: string
  declare amountCents: number
  declare currency: string
  declare status: 'completed' | 'cancelled' | 'refunded'
  /** A day, such as 2024-03-31. */
  declare orderedOn: string
  declare user?: User

  static override relationMappings = () => ({
    user: belongsTo(User, 'past_orders.userId'),
  })
}
