import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

/** A key with which a program makes calls. It is the shop's: `keeper` answers for it, and may be another than who made it. */
export class ApiKey extends Model {
  static override tableName = 'api_keys'

  declare id: number
  declare name: string
  declare keyHash: Buffer
  /** The beginning of the key, to know it by. */
  declare start: string
  declare scopes: string[]
  /** IP addresses and networks that it may come from. Empty: any. */
  declare addresses: string[]
  declare dailyRefunds: number
  /** Null where it was made at the command line. */
  declare makerId: number | null
  declare keeperId: number
  declare createdAt: Date
  declare expiresAt: Date
  declare lastUsedAt: Date | null
  declare lastAddress: string | null
  declare revokedAt: Date | null
  declare keeper?: User

  static override relationMappings = () => ({ keeper: belongsTo(User, 'api_keys.keeperId') })
}
