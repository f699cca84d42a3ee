import { BuyerModel } from './buyer.ts'

export class User extends BuyerModel {
  static override tableName = 'users'

  declare id: number
  declare passwordHash: string
  /** Null until somebody who reads the mails of the address has shown so. */
  declare emailVerifiedAt: Date | null
  declare isStaff: boolean
  declare isAdmin: boolean
  /** The kinds of second factor that the account has. Written by api/features/second-factor/factors.ts alone. */
  declare factors: ('passkey' | 'totp')[]
  /** Assignments that this staff member has completed: none of them is ever opened again. */
  declare completedAssignments: number
  /** Set: nobody signs in to it or orders with it. */
  declare disabledAt: Date | null
  /** Set: it names nobody any more, and is disabled for good. */
  declare erasedAt: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}
