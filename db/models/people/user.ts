import { BuyerModel } from './buyer.ts'

export class User extends BuyerModel {
  static override tableName = 'users'

  declare id: number
  declare passwordHash: string
  /** Null until a mailed link has proved that the user owns the address. */
  declare emailVerifiedAt: Date | null
  declare isStaff: boolean
  declare isAdmin: boolean
  /** The account's kinds of second factors. Only api/people/second-factor/factors.ts writes them. */
  declare factors: ('passkey' | 'totp')[]
  /** The number of assignments that this staff member has completed. */
  declare completedAssignments: number
  /** The kinds of notifications that this admin gets no mail about. */
  declare unmailedKinds: string[]
  /** If set, nobody can sign in or order with the account. */
  declare disabledAt: Date | null
  /** If set, the account's personal data is erased, and it stays disabled. */
  declare erasedAt: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}
