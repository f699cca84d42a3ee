/** The purchase form's rules, seen from the fields. */
import { BuyerForm } from '../../api/contract/buyer-form.ts'
import type { BuyerDraft, BuyerField } from '../stores/buyer-draft.ts'

export type FieldErrors = Partial<Record<BuyerField, string>>

interface Issue {
  path: string
  message: string
}

/** @returns the first message of each of these fields that breaks a rule */
export function findFieldErrors(draft: BuyerDraft, fields: readonly BuyerField[]): FieldErrors {
  const outcome = BuyerForm.safeParse(draft)
  if (outcome.success) return {}
  const issues = outcome.error.issues.map(({ path, message }) => ({ path: String(path[0]), message }))
  return pickFieldErrors(issues, fields)
}

/**
 * The API's issues on the fields they are about.
 * @example pickFieldErrors([{ path: 'userData.email', message: 'Taken' }], ['email']) // { email: 'Taken' }
 */
export function pickFieldErrors(issues: readonly Issue[], fields: readonly BuyerField[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) {
    const name = path.replace(/^userData\./, '')
    const field = fields.find((candidate) => candidate === name)
    if (field) errors[field] ??= message
  }
  return errors
}

/** The form as it is sent: trimmed by the rules, the password as typed. @throws when a field breaks a rule */
export function parseBuyer(draft: BuyerDraft): BuyerForm {
  return BuyerForm.parse(draft)
}
