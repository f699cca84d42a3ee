import { createContext, useContext, useState } from 'react'

/** The errors of a form's last check, a new object for each check. Undefined: the form clears its errors itself. */
export const FoundErrors = createContext<object | undefined>(undefined)

/** @returns the error of a field while its value is the one that was refused */
export function useFreshError<Problem>(error: Problem, value: unknown): Problem | undefined {
  const found = useContext(FoundErrors)
  const now = JSON.stringify(value)
  const [refused, setRefused] = useState({ found, value: now })
  if (found === undefined) return error
  if (refused.found !== found) setRefused({ found, value: now })
  return refused.found !== found || refused.value === now ? error : undefined
}
