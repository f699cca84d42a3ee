/** Calls about the user's own profile, password and erasure. */
import * as z from 'zod'
import { boundedText } from '#api/contract/platform/text.ts'
import { BUYER_FIELDS, shapeBuyer } from '#api/rules/buyer-fields.ts'
import { LONGEST_PASSWORD, PASSWORD_TOO_LONG } from '#api/rules/password-rules.ts'
import { EmailAddress, NewPassword, optionalField, TaxId } from './buyer-form.ts'

const CurrentPassword = z.string('Enter your current password').max(LONGEST_PASSWORD, PASSWORD_TOO_LONG)

const fields = shapeBuyer(optionalField, (rules) => z.nullish(boundedText(rules)))

function nameRule({ label, max }: { label: string; max: number }) {
  return boundedText({ min: 1, max, label, message: `${label} is required` })
}

/**
 * The profile form. Only names and e-mail are required; phone and country are checked if they are filled in
 * (docs/product/account.md, Profile and password).
 */
export const ProfileBody = z.object({
  ...fields,
  firstName: nameRule(BUYER_FIELDS.firstName),
  lastName: nameRule(BUYER_FIELDS.lastName),
  email: EmailAddress,
  taxId: z.nullish(TaxId),
  /** If absent, the country stays unchanged. */
  country: z.optional(fields.country),
  /** Required only to change the e-mail address, so that a stolen session is not enough to take over the account. */
  currentPassword: CurrentPassword.optional(),
})
export type ProfileBody = z.infer<typeof ProfileBody>

export const ErasureBody = z.object({ currentPassword: CurrentPassword })

export const PasswordBody = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword })
export type PasswordBody = z.infer<typeof PasswordBody>
