import type { Knex } from 'knex'
import { User } from '../../../db/models/user.ts'
import type { ProfileBody } from '../../contract/profile.ts'
import { InvalidInput } from '../../errors.ts'
import { emailTaken, isUniqueViolation } from '../auth/account.ts'
import { verifyPassword } from '../auth/passwords.ts'

/** @throws InvalidInput where the e-mail changes without the current password; Conflict email_taken */
export async function updateProfile(db: Knex, user: User, body: ProfileBody): Promise<User> {
  const { currentPassword, taxId, ...fields } = body
  const changesEmail = fields.email.toLowerCase() !== user.email.toLowerCase()
  if (changesEmail && !(await verifyPassword(user.passwordHash, currentPassword ?? ''))) {
    throw new InvalidInput('currentPassword', 'Enter your current password to change your email')
  }
  try {
    return await User.query(db)
      .patchAndFetchById(user.id, { ...fields, taxId: taxId || null, updatedAt: new Date() })
      .throwIfNotFound()
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw emailTaken()
    throw error
  }
}
