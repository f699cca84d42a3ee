/**
 * What a tab, or the browser, remembers over a reload. The one place that stores in sessionStorage and localStorage: where
 * they are full or forbidden, a value lives as long as the page. (@nanostores/persistent throws there, and knows one of
 * the two storages at a time.)
 */
type Scope = 'tab' | 'browser'

const open = (scope: Scope) => (scope === 'tab' ? sessionStorage : localStorage)

/** @returns undefined where nothing is stored under the key */
export function readStored<T>(key: string, scope: Scope = 'tab'): T | undefined {
  try {
    const text = open(scope).getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** @param value undefined removes what was stored */
export function store(key: string, value: unknown, scope: Scope = 'tab'): void {
  try {
    if (value === undefined) open(scope).removeItem(key)
    else open(scope).setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden.
  }
}

/** Reads a value and removes it. */
export function takeStored<T>(key: string): T | undefined {
  const value = readStored<T>(key)
  store(key, undefined)
  return value
}
