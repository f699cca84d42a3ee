import { Model } from 'objection'

/** An uploaded picture. Uploads of the same picture have the same hash, and share their files. */
export class Picture extends Model {
  static override tableName = 'pictures'

  declare id: number
  declare state: 'waiting' | 'ready' | 'refused'
  /** The name of the uploaded file, which is removed once the picture is ready or refused. */
  declare upload: string
  /** The base name of the files of a ready picture. */
  declare hash: string | null
  /** Why the picture was refused, in words for people. */
  declare refusal: string | null
  declare uploadedBy: number
  declare createdAt: Date
  /** When the picture was last found in use. */
  declare usedAt: Date
}
