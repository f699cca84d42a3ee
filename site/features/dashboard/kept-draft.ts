import { useState } from 'react'

type Texts = Record<string, string>

/**
 * Texts that outlive an error, a closed dialog and a reload of the tab.
 * @param key names whose draft it is: one user's must never reach another
 */
export function useKeptDraft(key: string) {
  const [draft, setDraft] = useState<Texts>(() => readDraft(key))

  return {
    draft,
    change(field: string, text: string): void {
      const next = { ...draft, [field]: text }
      setDraft(next)
      store(key, next)
    },
    forget(): void {
      setDraft({})
      store(key, undefined)
    },
  }
}

function readDraft(key: string): Texts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}

function store(key: string, draft: Texts | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}
