import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

/** An API key of the shop. `keeper` is the admin responsible for it, who need not be the one who created it. */
export class ApiKey extends Model {
  static override tableName = 'api_keys'

  declare id: number
  declare name: string
  declare keyHash: Buffer
  /** The first characters of the key, to recognise it by. */
  declare start: string
  declare scopes: string[]
  /** IP addresses and networks that may use the key. Empty: any. */
  declare addresses: string[]
  declare dailyRefunds: number
  /** Null: created at the command line. */
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
