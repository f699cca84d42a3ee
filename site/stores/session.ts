/** Who is signed in: loading, then authenticated or unauthenticated. */
import { atom } from 'nanostores'
import type { User } from '../../api/contract/auth.ts'
import { ApiError, callApi } from '../client/api.ts'

export interface Session {
  user: User | null
  isAuthenticated: boolean
  isLoading: boolean
}

/** What the header draws before the API has answered; read by public/session-hint.js before the first paint. */
const HINT_KEY = 'session-hint'
/** Set and cleared by the API beside the session's own cookie, which no script can read. */
const SIGNED_IN_COOKIE = 'signed_in=1'

const SIGNED_OUT: Session = { user: null, isAuthenticated: false, isLoading: false }

export const $session = atom<Session>({ user: null, isAuthenticated: false, isLoading: true })

/** How often it has been learnt who is signed in. */
let timesLearnt = 0

export function setUser(user: User | null): void {
  timesLearnt += 1
  if (user) {
    const { id, firstName, isAdmin, isStaff } = user
    localStorage.setItem(HINT_KEY, JSON.stringify({ id, firstName, isAdmin, isStaff }))
  } else {
    localStorage.removeItem(HINT_KEY)
  }
  $session.set(user ? { user, isAuthenticated: true, isLoading: false } : SIGNED_OUT)
}

/** Whether it is by now somebody else who is signed in, in this tab or another, as the hint has it. */
export function isSomebodyElse(): boolean {
  const { user } = $session.get()
  if (!user) return false
  try {
    return JSON.parse(localStorage.getItem(HINT_KEY) ?? 'null')?.id !== user.id
  } catch {
    return true
  }
}

let loading: Promise<void> | undefined

/**
 * Asks once a page who is signed in. A visitor without the marker cookie is signed out without a request.
 * A failure is silent: signed out (docs/product.md, Toasts).
 */
export function loadSession(): Promise<void> {
  loading ??= (async () => {
    if (!document.cookie.split('; ').includes(SIGNED_IN_COOKIE)) return setUser(null)
    const asked = timesLearnt
    try {
      const user = await callApi<User>('/api/auth/me')
      // Who signs in or out while this is asked makes the answer an old one.
      if (timesLearnt === asked) setUser(user)
    } catch (error) {
      if (timesLearnt !== asked) return
      // A call broken off, by leaving the page say, tells nothing: the next page shall still greet this visitor.
      if (error instanceof ApiError && error.status === 401) setUser(null)
      else $session.set(SIGNED_OUT)
    }
  })()
  return loading
}

/** Always clears the user, even where the call fails. @throws what the call threw */
export async function signOut(): Promise<void> {
  try {
    await callApi('/api/auth/logout', { method: 'POST' })
  } finally {
    setUser(null)
  }
}
