import { Model } from 'objection'
import { User } from './user.ts'

/** Append-only: the database refuses every update and delete. */
export class PackageVersion extends Model {
  static override tableName = 'package_versions'
  static override jsonAttributes = ['content']

  declare id: number
  declare packageId: number
  /** From 1 on, without gaps. */
  declare version: number
  /** What api/features/catalogue/versions.ts keeps of a package. */
  declare content: unknown
  /** Null: from before there was a history. */
  declare savedBy: number | null
  /** The version that was brought back. */
  declare restoredFrom: number | null
  declare savedAt: Date
  declare editor?: User | null

  static override relationMappings = () => ({
    editor: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'package_versions.savedBy', to: 'users.id' },
    },
  })
}
