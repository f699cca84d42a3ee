/** Who is signed in: loading, then authenticated or unauthenticated. */
import { atom } from 'nanostores'
import type { User } from '../../api/contract/auth.ts'
import { ApiError, callApi } from '../client/api.ts'
import { greet } from '../format/people.ts'
import { readStored, store } from './stored.ts'

export interface Session {
  user: User | null
  isAuthenticated: boolean
  isLoading: boolean
}

/** What a page shows before the API has responded; read by layouts/session-hint.js before the first paint. */
const HINT_KEY = 'session-hint'
/** Set and cleared by the API beside the session's own cookie, which no script can read. */
const SIGNED_IN_COOKIE = 'signed_in=1'

const SIGNED_OUT: Session = { user: null, isAuthenticated: false, isLoading: false }

export const $session = atom<Session>({ user: null, isAuthenticated: false, isLoading: true })

/** The API refuses everything until a second factor is set up. */
export const $isSetupRequired = atom(false)

/** How often the user has been set. */
let timesSet = 0

export function setUser(user: User | null): void {
  timesSet += 1
  if (user) {
    const { id, firstName, isAdmin, isStaff } = user
    const greeting = greet(user, new Date())
    store(HINT_KEY, { id, firstName, greeting, isAdmin, isStaff }, 'browser')
  } else {
    store(HINT_KEY, undefined, 'browser')
  }
  $session.set(user ? { user, isAuthenticated: true, isLoading: false } : SIGNED_OUT)
}

interface Hint {
  id: number
  greeting: string
}
const readHint = () => readStored<Hint>(HINT_KEY, 'browser')

/** How somebody who is expected is greeted until their session is loaded. */
export const readGreeting = (): string => readHint()?.greeting ?? ''

/** Whether by now somebody else is signed in, in this tab or another, according to the hint. */
export function isSomebodyElse(): boolean {
  const { user } = $session.get()
  return user !== null && readHint()?.id !== user.id
}

let loading: Promise<void> | undefined

/**
 * Asks once a page who is signed in. A visitor without the marker cookie is signed out without a request.
 * A failure is silent: signed out (docs/product/shop.md, Toasts).
 */
export function loadSession(): Promise<void> {
  loading ??= (async () => {
    if (!document.cookie.split('; ').includes(SIGNED_IN_COOKIE)) return setUser(null)
    const timesBefore = timesSet
    try {
      const user = await callApi<User>('/api/auth/me')
      // If somebody signed in or out meanwhile, this response is out of date.
      if (timesSet === timesBefore) setUser(user)
    } catch (error) {
      if (timesSet !== timesBefore) return
      // A failed call says nothing about the session (the page may have been left), so the hint stays.
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
