import { useState } from 'react'

/**
 * Holds the texts of a form's fields.
 * @returns the texts, and a function that gives a field its props: value, error and change handler
 */
export function useTexts<Name extends string>(initial: Record<Name, string>) {
  const [texts, setTexts] = useState(initial)
  const bind = (name: Name, errors: Readonly<Record<string, string | undefined>>) => ({
    name,
    value: texts[name],
    error: errors[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setTexts((before) => ({ ...before, [name]: value })),
  })
  return { texts, bind }
}
