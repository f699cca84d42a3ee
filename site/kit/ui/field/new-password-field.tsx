import { type ComponentProps, useEffect, useState } from 'react'
import { PASSWORD_TOO_COMMON } from '#api/rules/password-rules.ts'
import { TextField } from './field.tsx'
import { FoundErrors, useFreshError } from './fresh-error.ts'

/** Says what a new password needs, and how strong the typed one is. A common one is an error at once. */
export function NewPasswordField({
  rule,
  error,
  ...props
}: ComponentProps<typeof TextField> & { rule: string; value: string }) {
  const advice = useAdvice(props.value)
  const fault = useFreshError(error, props.value) ?? (advice === PASSWORD_TOO_COMMON ? advice : undefined)

  return (
    // Only the form's own error becomes stale with its value.
    <FoundErrors value={undefined}>
      <TextField
        inputMode="text"
        {...props}
        type="password"
        autoComplete="new-password"
        error={fault}
        hint={
          // The error says what is needed.
          !fault && (
            <>
              {rule}{' '}
              <span aria-live="polite" className="font-medium text-ink">
                {advice}
              </span>
            </>
          )
        }
      />
    </FoundErrors>
  )
}

function useAdvice(password: string): string {
  const [advice, setAdvice] = useState('')

  useEffect(() => {
    let isCurrent = true
    const show = (text: string) => isCurrent && setAdvice(text)
    if (password === '') show('')
    else {
      // If it does not load, for example offline, there is only the rule.
      void import('./password-strength.ts').then(
        ({ describeStrength }) => show(describeStrength(password)),
        () => show(''),
      )
    }
    return () => {
      isCurrent = false
    }
  }, [password])

  return advice
}
