import * as z from 'zod'
import { BUYER_FIELDS, shapeBuyer } from './buyer-fields.ts'
import { EmailAddress, NewPassword, optionalField } from './buyer-form.ts'
import { TaxId } from './gstin.ts'
import { LONGEST_PASSWORD, PASSWORD_TOO_LONG } from './password-rules.ts'
import { boundedText } from './text.ts'

const CurrentPassword = z.string('Enter your current password').max(LONGEST_PASSWORD, PASSWORD_TOO_LONG)

const fields = shapeBuyer(optionalField, (rules) => z.nullish(boundedText(rules)))

function nameRule({ label, max }: { label: string; max: number }) {
  return boundedText({ min: 1, max, label, message: `${label} is required` })
}

/**
 * The profile form: only names and e-mail must be given; phone and country keep their rules where they are filled in
 * (docs/product/account.md, Profile and password).
 */
export const ProfileBody = z.object({
  ...fields,
  firstName: nameRule(BUYER_FIELDS.firstName),
  lastName: nameRule(BUYER_FIELDS.lastName),
  email: EmailAddress,
  taxId: z.nullish(TaxId),
  /** Without it the country stays as it is. */
  country: z.optional(fields.country),
  /** Needed only to change the e-mail: a stolen session must not be able to take the account. */
  currentPassword: CurrentPassword.optional(),
})
export type ProfileBody = z.infer<typeof ProfileBody>

/** Erasing the own account. */
export const ErasureBody = z.object({ currentPassword: CurrentPassword })

export const PasswordBody = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword })
export type PasswordBody = z.infer<typeof PasswordBody>
