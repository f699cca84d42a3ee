import { Model } from 'objection'

export class User extends Model {
  static override tableName = 'users'

  declare id: number
  declare firstName: string
  declare lastName: string
  declare email: string
  declare passwordHash: string
  declare phone: string
  declare company: string
  declare jobTitle: string
  declare address: string
  declare city: string
  declare state: string
  declare country: string
  declare zipCode: string
  declare taxId: string | null
  declare isStaff: boolean
  declare isAdmin: boolean
  declare createdAt: Date
  declare updatedAt: Date
}
