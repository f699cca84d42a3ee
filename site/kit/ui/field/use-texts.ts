import { useState } from 'react'

/**
 * What is typed into the text fields of a form.
 * @returns the texts, and the props of the field with a name: its value, its error and what changes it
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
