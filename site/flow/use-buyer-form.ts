import { useEffect, useRef, useState } from 'react'
import { $buyerDraft, type BuyerField } from '../stores/buyer-draft.ts'
import { type FieldErrors, findFieldErrors } from './buyer-validation.ts'

/**
 * The errors of a form made of these fields: found at the submit, then kept true field by field while the buyer types.
 * The first one takes the focus.
 * @param fields in the order they stand on the screen; a constant
 */
export function useBuyerForm(fields: readonly BuyerField[]) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [hasSubmitted, setHasSubmitted] = useState(false)
  // A new object for every refusal, so that the same error takes the focus again.
  const [refusal, setRefusal] = useState<FieldErrors>({})

  useEffect(() => {
    const first = fields.find((field) => refusal[field])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }, [refusal, fields])

  function refuse(found: FieldErrors): void {
    setErrors(found)
    setRefusal(found)
  }

  return {
    form,
    errors,
    /** Shows these errors, the API's say. */
    refuse,
    /** @returns whether every field keeps its rule */
    check(): boolean {
      setHasSubmitted(true)
      const found = findFieldErrors($buyerDraft.get(), fields)
      refuse(found)
      return Object.keys(found).length === 0
    },
    change(field: BuyerField, text: string): void {
      $buyerDraft.setKey(field, text)
      if (hasSubmitted) {
        setErrors((before) => ({ ...before, [field]: findFieldErrors($buyerDraft.get(), [field])[field] }))
      }
    },
  }
}

export type BuyerFormControl = ReturnType<typeof useBuyerForm>
