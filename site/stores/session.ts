/** Who is signed in. */
import { atom } from 'nanostores'
import type { User } from '../../api/contract/auth.ts'
import { ApiError, callApi } from '../client/api.ts'
import { greet } from '../format/people.ts'
import { MESSAGE_DRAFTS, readStored, store } from './stored.ts'

export interface Session {
  user: User | null
  isLoading: boolean
}

/** The stored hint of who is signed in. layouts/session-hint.js reads it before the first paint. */
const HINT_KEY = 'session-hint'
/** The API sets this cookie together with the session's own, which scripts cannot read. */
const SIGNED_IN_COOKIE = 'signed_in=1'

export const $session = atom<Session>({ user: null, isLoading: true })

/** The API refuses all calls until the user has set up a second factor. */
export const $isSetupRequired = atom(false)

/** Counts the calls of `setUser`. */
let timesSet = 0

export function setUser(user: User | null): void {
  timesSet += 1
  store(HINT_KEY, user ? describeHint(user) : undefined, 'browser')
  $session.set({ user, isLoading: false })
}

function describeHint(user: User) {
  const { id, firstName, isAdmin, isStaff } = user
  return { id, firstName, greeting: greet(user, new Date()), isAdmin, isStaff }
}
const readHint = () => readStored<ReturnType<typeof describeHint>>(HINT_KEY, 'browser')

/** The greeting to show until the session is loaded. */
export const readGreeting = (): string => readHint()?.greeting ?? ''

/** Whether another user has signed in since, perhaps in another tab. */
export function isSomebodyElse(): boolean {
  const { user } = $session.get()
  return user !== null && readHint()?.id !== user.id
}

let loading: Promise<void> | undefined

/**
 * Loads the session once a page, and makes no call without the marker cookie. If the call fails, the visitor silently counts as
 * signed out (docs/product/shop.md, Toasts).
 */
export function loadSession(): Promise<void> {
  loading ??= (async () => {
    if (!document.cookie.split('; ').includes(SIGNED_IN_COOKIE)) return setUser(null)
    const timesBefore = timesSet
    try {
      const user = await callApi<User>('/api/auth/me')
      // After a sign-in or sign-out in the meantime the response is outdated.
      if (timesSet === timesBefore) setUser(user)
    } catch (error) {
      if (timesSet !== timesBefore) return
      // Other failures say nothing about the session, so they keep the hint.
      if (error instanceof ApiError && error.status === 401) setUser(null)
      else $session.set({ user: null, isLoading: false })
    }
  })()
  return loading
}

/** Clears the user even if the call fails. @throws the call's error */
export async function signOut(): Promise<void> {
  try {
    await callApi('/api/auth/logout', { method: 'POST' })
  } finally {
    store(MESSAGE_DRAFTS, undefined)
    setUser(null)
  }
}
