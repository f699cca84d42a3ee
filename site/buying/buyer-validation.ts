/** Finds the fields of the purchase form that are not valid. */
import { BuyerForm } from '../../api/contract/light/buyer-form.ts'
import type { Issue } from '../client/refusals.ts'
import type { BuyerDraft, BuyerField } from '../stores/buyer-draft.ts'

export type FieldErrors = Partial<Record<BuyerField, string>>

/** @returns the first message of each of these fields that is not valid */
export function findFieldErrors(draft: BuyerDraft, fields: readonly BuyerField[]): FieldErrors {
  const outcome = BuyerForm.safeParse(draft)
  if (outcome.success) return {}
  const issues = outcome.error.issues.map(({ path, message }) => ({ path: String(path[0]), message }))
  return pickFieldErrors(issues, fields)
}

/**
 * Assigns the API's messages to these fields.
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
