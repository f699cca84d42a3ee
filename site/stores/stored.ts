/**
 * What a tab, or the browser, remembers over a reload. The one place that stores in sessionStorage and localStorage: where
 * they are full or forbidden, as in a frame on another website, a value lives as long as the page. (@nanostores/persistent throws there, and knows one of
 * the two storages at a time.)
 */
type Scope = 'tab' | 'browser'

/** What could not be stored, as JSON, by its key. */
const unstored = new Map<string, string>()

const open = (scope: Scope) => (scope === 'tab' ? sessionStorage : localStorage)

/** @returns undefined where nothing is stored under the key */
export function readStored<T>(key: string, scope: Scope = 'tab'): T | undefined {
  try {
    const text = unstored.get(key) ?? open(scope).getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** @param value undefined removes what was stored */
export function store(key: string, value: unknown, scope: Scope = 'tab'): void {
  unstored.delete(key)
  try {
    if (value === undefined) open(scope).removeItem(key)
    else open(scope).setItem(key, JSON.stringify(value))
  } catch {
    if (value !== undefined) unstored.set(key, JSON.stringify(value))
  }
}

/** Reads a value and removes it. */
export function takeStored<T>(key: string): T | undefined {
  const value = readStored<T>(key)
  store(key, undefined)
  return value
}
