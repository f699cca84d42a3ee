import { Model } from 'objection'

/** A package as an admin has typed it. */
export class PackagePreview extends Model {
  static override tableName = 'package_previews'
  static override jsonAttributes = ['content']

  declare id: number
  declare content: unknown
  declare createdAt: Date
}
