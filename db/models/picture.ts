import { Model } from 'objection'

/** An upload. Several of one picture share its hash, and so its files. */
export class Picture extends Model {
  static override tableName = 'pictures'

  declare id: number
  declare state: 'waiting' | 'ready' | 'refused'
  /** The name of the raw file, which is removed once the picture is ready or refused. */
  declare upload: string
  /** In pixels of the picture turned upright, like the next three. */
  declare cropLeft: number
  declare cropTop: number
  declare cropWidth: number
  declare cropHeight: number
  /** Of a ready one: names its files. */
  declare hash: string | null
  /** Of a refused one: why, for people. */
  declare refusal: string | null
  declare uploadedBy: number
  declare createdAt: Date
  /** When something of the shop was last known to show it. */
  declare usedAt: Date
}
