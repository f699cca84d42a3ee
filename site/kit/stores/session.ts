/** Who is signed in. */
import { atom } from 'nanostores'
import type { User } from '#api/contract/people/auth.ts'
import { ApiError, callApi, SIGN_OUT_PATH } from '#site/kit/client/api.ts'
import { greet } from '#site/kit/format/people.ts'
import { forgetDrafts, readStored, store } from './stored.ts'

export interface Session {
  user: User | null
  isLoading: boolean
  /** Set in an area when the shop could not say who is signed in. Until it does, the visitor does not count as signed out. */
  hasFailed?: true
}

const AREAS = /^\/(dashboard|admin|staff)(\/|$)/
export const isInArea = (): boolean => AREAS.test(location.pathname)
const AREA_RETRIES_MS = [1_000, 3_000]

/** The stored hint of who is signed in. layouts/session-hint.js reads it before the first paint. */
export const SESSION_HINT = 'session-hint'
/** The API sets this cookie together with the session's own, which scripts cannot read. */
const SIGNED_IN_COOKIE = 'signed_in=1'
/** Stores the name of a session that was signed out here but not yet ended at the API. */
export const PENDING_SIGN_OUT_KEY = 'session-ending'
const LONGEST_SIGN_OUT_MS = 15_000
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 5 * 60_000

export const isMarkedSignedIn = (): boolean => document.cookie.split('; ').includes(SIGNED_IN_COOKIE)

export const $session = atom<Session>({ user: null, isLoading: true })

/** The API refuses all calls until the user has set up a second factor. */
export const $isSetupRequired = atom(false)

let timesSet = 0

export function setUser(user: User | null): void {
  timesSet += 1
  store(SESSION_HINT, user ? describeHint(user) : undefined, 'browser')
  $session.set({ user, isLoading: false })
}

function describeHint(user: User) {
  const { id, firstName, isAdmin, isStaff } = user
  return { id, firstName, greeting: greet(user, new Date()), isAdmin, isStaff }
}
const readHint = () => readStored<ReturnType<typeof describeHint>>(SESSION_HINT, 'browser')

/** The greeting to show until the session is loaded. */
export const readGreeting = (): string => readHint()?.greeting ?? ''

/** Whether another user has signed in since, perhaps in another tab. */
export function isOtherUserSignedIn(): boolean {
  const { user } = $session.get()
  return user !== null && readHint()?.id !== user.id
}

let loading: Promise<void> | undefined

/**
 * Loads the session once per page, and makes no call without the marker cookie. If the call fails, the visitor silently counts as
 * signed out (docs/product/shop.md, Toasts). In an area the call is repeated, and if it still fails, the area says so.
 */
export function loadSession(): Promise<void> {
  loading ??= (async () => {
    if (!isMarkedSignedIn()) return setUser(null)
    const timesBefore = timesSet
    const user = await askWhoIsSignedIn(isInArea() ? AREA_RETRIES_MS : [])
    // After a sign-in or sign-out in the meantime the response is outdated.
    if (timesSet !== timesBefore) return
    // Nor does it count if another tab has signed out since.
    if (user !== undefined) setUser(isMarkedSignedIn() ? user : null)
    // The outcome is unknown, so the stored hint stays.
    else if (isInArea()) $session.set({ user: null, isLoading: true, hasFailed: true })
    else $session.set({ user: null, isLoading: false })
  })()
  return loading
}

/** @returns null for a signed-out visitor; undefined if the API gave no usable response */
async function askWhoIsSignedIn([waitMs, ...later]: number[]): Promise<User | null | undefined> {
  try {
    return await callApi<User>('/api/auth/me')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    if (waitMs === undefined) return undefined
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return await askWhoIsSignedIn(later)
  }
}

export function loadSessionAgain(): void {
  loading = undefined
  $session.set({ user: null, isLoading: true })
  void loadSession()
}

/**
 * Clears the user here and in the browser's other tabs, whatever the API says. If the API does not confirm, the call is repeated,
 * even after a reload. @throws the call's error
 */
export async function signOut(): Promise<void> {
  const session = /(?:^|; )session_name=([0-9a-f]{16})/.exec(document.cookie)?.[1]
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no cookieStore
  for (const name of ['signed_in', 'session_name']) document.cookie = `${name}=; path=/; max-age=0`
  store(PENDING_SIGN_OUT_KEY, session, 'browser')
  forgetDrafts()
  setUser(null)
  try {
    await endSession(session)
  } catch (error) {
    retryLater(FIRST_RETRY_MS)
    throw error
  }
}

/**
 * Runs in one tab at a time. A sign-in waits for it (`retrySignOut`), so that a late response cannot clear the cookies of a newer
 * session. Browsers have no locks without https.
 */
async function endSession(session: string | undefined): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST_SIGN_OUT_MS)
  const end = () =>
    callApi(`${SIGN_OUT_PATH}${session ? `?session=${session}` : ''}`, { method: 'POST', signal })
  await (navigator.locks ? navigator.locks.request('sign-out', { signal }, end) : end())
  if (readStored(PENDING_SIGN_OUT_KEY, 'browser') === session)
    store(PENDING_SIGN_OUT_KEY, undefined, 'browser')
}

let retrying: Promise<void> | undefined

/**
 * Ends a session that a sign-out has left open, and tries again later if that fails. If somebody has signed in since, there is
 * nothing to do: the sign-in has ended it.
 */
export function retrySignOut(waitMs = FIRST_RETRY_MS): Promise<void> {
  retrying ??= (async () => {
    const session = readStored<string>(PENDING_SIGN_OUT_KEY, 'browser')
    if (session && isMarkedSignedIn()) store(PENDING_SIGN_OUT_KEY, undefined, 'browser')
    else if (session) await endSession(session).catch(() => retryLater(waitMs))
  })().finally(() => {
    retrying = undefined
  })
  return retrying
}

function retryLater(waitMs: number): void {
  setTimeout(() => void retrySignOut(Math.min(2 * waitMs, LONGEST_RETRY_MS)), waitMs)
}
