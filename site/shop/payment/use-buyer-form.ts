import { brand } from 'virtual:content'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { BuyerForm } from '#api/contract/people/buyer-form.ts'
import { findStateFault } from '#api/rules/money/indian-address.ts'
import type { Issue } from '#site/kit/client/refusals.ts'
import { $buyerDraft, type BuyerDraft, type BuyerField } from '#site/kit/stores/buyer-draft.ts'
import { checkAddress } from './address-faults.ts'
import type { Refusal } from './payment-machine.ts'

type FieldErrors = Partial<Record<BuyerField, string>>

/** @returns the first message of each invalid field among these */
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

type Errors = Partial<Record<BuyerField, ReactNode>>

/**
 * Validates a form on submit, then updates the errors field by field while the buyer types. The first invalid field takes the
 * focus.
 * @param fields in their order on the screen. Must be a constant.
 */
export function useBuyerForm(fields: readonly BuyerField[]) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [hasSubmitted, setHasSubmitted] = useState(false)
  // A new object for every refusal, so that the same error moves the focus again.
  const [refusal, setRefusal] = useState<Errors>({})

  const focus = useCallback((field: BuyerField) => {
    const control = form.current?.elements.namedItem(field)
    if (!(control instanceof HTMLElement)) return
    control.focus({ preventScroll: true })
    // Centred, so that its label and error are in view too.
    control.scrollIntoView({ block: 'center' })
  }, [])

  useEffect(() => {
    const first = fields.find((field) => refusal[field])
    if (first) focus(first)
  }, [refusal, fields, focus])

  function refuse(found: Errors): void {
    setErrors(found)
    setRefusal(found)
  }

  return {
    form,
    errors,
    /**
     * Shows the API's messages under their fields. The coupon box shows its message itself and only gets the focus.
     * @param emailTaken shown to a buyer whose e-mail already has an account
     */
    explain({ at, code, issues }: Refusal, emailTaken: ReactNode): void {
      refuse(code === 'email_taken' ? { email: emailTaken } : pickFieldErrors(issues ?? [], fields))
      if (at === 'checkingCoupon' || code === 'coupon_invalid') focus('couponCode')
    },
    /** @returns whether every field is valid */
    check(): boolean {
      setHasSubmitted(true)
      const draft = $buyerDraft.get()
      const found = {
        ...(fields.includes('state') && checkAddress(draft)),
        ...findFieldErrors(draft, fields),
      }
      refuse(found)
      return Object.keys(found).length === 0
    },
    change(field: BuyerField, text: string): void {
      $buyerDraft.setKey(field, text)
      if (hasSubmitted) {
        const draft = $buyerDraft.get()
        const changed: Errors = { [field]: findFieldErrors(draft, [field])[field] }
        if (field === 'state' || field === 'country') {
          changed.state = findFieldErrors(draft, ['state']).state ?? findStateFault(brand, draft)
          // Drop the question about the PIN code: it was about the state chosen before.
          changed.zipCode = findFieldErrors(draft, ['zipCode']).zipCode
        }
        setErrors((before) => ({ ...before, ...changed }))
      }
    },
  }
}

export type BuyerFormControl = ReturnType<typeof useBuyerForm>
