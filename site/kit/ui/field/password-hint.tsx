import { useEffect, useState } from 'react'

/** Says what a new password needs, and how strong the typed one is. */
export function PasswordHint({ rule, password }: { rule: string; password: string }) {
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

  return (
    <>
      {rule}{' '}
      <span aria-live="polite" className="font-medium text-ink">
        {advice}
      </span>
    </>
  )
}
