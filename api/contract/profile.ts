import * as z from 'zod'
import { EmailAddress, NewPassword } from './buyer-form.ts'
import { boundedText } from './text.ts'

const CurrentPassword = z
  .string('Enter your current password')
  .max(200, 'Password must be at most 200 characters')

/** The profile form: only the e-mail is checked for its shape (docs/product.md, Profile and password). */
export const ProfileBody = z.object({
  firstName: boundedText({ min: 1, max: 100, label: 'First name', message: 'First name is required' }),
  lastName: boundedText({ min: 1, max: 100, label: 'Last name', message: 'Last name is required' }),
  email: EmailAddress,
  phone: boundedText({ max: 32, label: 'Phone number' }),
  company: boundedText({ max: 200, label: 'Company name' }),
  jobTitle: boundedText({ max: 200, label: 'Job title' }),
  address: boundedText({ max: 500, label: 'Address' }),
  city: boundedText({ max: 100, label: 'City' }),
  state: boundedText({ max: 100, label: 'State' }),
  zipCode: boundedText({ max: 20, label: 'ZIP/PIN code' }),
  taxId: z.nullish(boundedText({ max: 50, label: 'Tax ID' })),
  /** Needed only to change the e-mail: a stolen session must not be able to take the account. */
  currentPassword: CurrentPassword.optional(),
})
export type ProfileBody = z.infer<typeof ProfileBody>

export const PasswordBody = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword })
export type PasswordBody = z.infer<typeof PasswordBody>
