/**
 * The only module that uses sessionStorage and localStorage. If they are full or forbidden, as in a frame on another website,
 * values are kept in memory (@nanostores/persistent would throw).
 */
type Scope = 'tab' | 'browser'

/** The key of unsent messages (site/order/drafts.ts). */
export const MESSAGE_DRAFTS = 'message-drafts'

/** The key of what the buyer has typed (buyer-draft.ts). */
export const BUYER_DRAFT = 'buyer-draft'

/** Keys of unsent texts: of conversations, of the buyer, and of dialogs, whose keys end with a user's id (use-stored.ts). */
const DRAFT = /draft|@\d*$/

/** JSON by key of values that could not be stored. */
const unstored = new Map<string, string>()

const open = (scope: Scope) => (scope === 'tab' ? sessionStorage : localStorage)

/** @returns undefined if nothing is stored */
export function readStored<T>(key: string, scope: Scope = 'tab'): T | undefined {
  try {
    const text = unstored.get(key) ?? open(scope).getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** @param value undefined removes the stored one */
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

export function forgetDrafts(): void {
  const keys = [...unstored.keys()]
  try {
    keys.push(...Object.keys(sessionStorage))
  } catch {
    // Storage is forbidden, and all drafts are in memory.
  }
  for (const key of keys) if (DRAFT.test(key)) store(key, undefined)
}
