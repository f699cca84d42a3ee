import { BuyerModel } from './buyer.ts'

export class User extends BuyerModel {
  static override tableName = 'users'

  declare id: number
  declare passwordHash: string
  declare isStaff: boolean
  declare isAdmin: boolean
  declare createdAt: Date
  declare updatedAt: Date
}
