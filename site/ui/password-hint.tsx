import { useEffect, useState } from 'react'

/** What a new password needs, and how good the typed one is. */
export function PasswordHint({ rule, password }: { rule: string; password: string }) {
  const [advice, setAdvice] = useState('')

  useEffect(() => {
    let isCurrent = true
    const show = (text: string) => isCurrent && setAdvice(text)
    if (password === '') show('')
    else {
      // Without it, say offline, there is no advice, and the rule still stands.
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
