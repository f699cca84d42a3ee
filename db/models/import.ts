import { Model } from 'objection'
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
    admin: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'imports.createdBy', to: 'users.id' },
    },
  })
}
