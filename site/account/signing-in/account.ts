/** Shows in the header who is signed in, signs out, and handles refusals of any call, such as a required second factor. */
import { NO_ANSWER, onRefusal, PROOF_NEEDED, runBeforeChanges } from '#site/kit/client/api.ts'
import { $isAway } from '#site/kit/client/first-byte.ts'
import {
  $isSetupRequired,
  $session,
  isInArea,
  isMarkedSignedIn,
  isOtherUserSignedIn,
  loadSession,
  PENDING_SIGN_OUT_KEY,
  retrySignOut,
  SESSION_HINT,
  signOut,
} from '#site/kit/stores/session.ts'
import { forgetDrafts } from '#site/kit/stores/stored.ts'
import { announceRedirect, showError } from '#site/kit/stores/toast.ts'

const page = document.documentElement

$session.listen(({ user, isLoading }) => {
  if (isLoading) return
  page.dataset.session = user ? 'in' : 'out'
  page.toggleAttribute('data-admin', user?.isAdmin ?? false)
  page.toggleAttribute('data-staff', user?.isStaff ?? false)
  for (const slot of document.querySelectorAll('[data-first-name]')) slot.textContent = user?.firstName ?? ''
})

onRefusal(PROOF_NEEDED, async () =>
  (await import('#site/account/second-factor/ask-for-factor.tsx')).askForProof(),
)
onRefusal('second_factor_required', async () => {
  $isSetupRequired.set(true)
  return false
})
// Needs no further script, because that might not load either. The timer makes this toast replace the caller's, which only says
// that the call failed.
onRefusal(NO_ANSWER, async () => {
  setTimeout(() => showError('The shop isn’t responding', 'Please try again.'))
  return false
})
// Replaces the caller's toast, as above. The message names the address that works.
onRefusal('bad_origin', async ({ message }) => {
  setTimeout(() => showError('The shop can’t be used at this address', message))
  return false
})
// Sign-in calls handle this themselves.
onRefusal('signed_out', async (call) => {
  if (!$session.get().user || call.url.startsWith('/api/auth/')) return false
  return (await import('./sign-in-again.tsx')).signInAgain(call)
})
$isAway.listen((isAway) => document.getElementById('away')?.toggleAttribute('hidden', !isAway))

// Chrome 109, Firefox 115 and Safari 16.4 have no popovers.
if (!('showPopover' in HTMLElement.prototype)) void import('@oddbird/popover-polyfill')

function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}

// The purchase frame loads this file in a shared chunk. It has no header and must not load or clear the session.
const hasHeader = page.dataset.session !== undefined
if (hasHeader) {
  const begin = () => void loadSession().then(() => retrySignOut())
  if (document.readyState === 'complete') whenIdle(begin)
  else addEventListener('load', () => whenIdle(begin), { once: true })
}

async function leave(): Promise<void> {
  try {
    await signOut()
    announceRedirect('Logged out successfully')
  } catch {
    // Ignored: the browser forgets the user anyway, and the API logs its own errors.
  }
  if (isInArea()) location.assign('/')
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('[data-sign-out]')) void leave()
  const skip = target?.closest('a[href="#content"]')
  if (skip) {
    // Keep the URL's fragment: it may hold the secret of a mailed link.
    event.preventDefault()
    const content = document.getElementById('content')
    content?.focus()
    content?.scrollIntoView()
  }
  const menu = target?.closest<HTMLElement>('[popover]#menu')
  if (menu && target?.closest('a, button')) menu.hidePopover?.()
})

// Close an open menu when a rotated device is wide enough for the links to stand in the header (Tailwind's `md`).
matchMedia('(min-width: 768px)').addEventListener('change', () => {
  document.querySelector<HTMLElement>('#menu')?.hidePopover?.()
})

/** A page that is prerendered or from the back-forward cache may show an earlier user. */
function reloadIfStale(): void {
  const isMarked = isMarkedSignedIn()
  const isOtherUser = isOtherUserSignedIn()
  if (!isOtherUser && isMarked === (page.dataset.session !== 'out')) return
  // Hide the earlier user's data until the new page arrives.
  if (isOtherUser) page.hidden = true
  location.reload()
}

if (hasHeader) {
  addEventListener('pageshow', ({ persisted }) => persisted && reloadIfStale())
  document.addEventListener('prerenderingchange', reloadIfStale)
  // Another tab signed out, or somebody else signed in there.
  addEventListener('storage', ({ key, newValue }) => {
    const isOut = page.dataset.session === 'out'
    if ('paying' in page.dataset) return
    if (key === PENDING_SIGN_OUT_KEY && newValue !== null) forgetDrafts()
    if (key !== SESSION_HINT || (newValue === null ? isOut : !isOut && !isOtherUserSignedIn())) return
    page.hidden = true
    location.reload()
  })
  // Before any change, first retry a sign-out that has not reached the API, so that nothing is bought or written with its session.
  runBeforeChanges(retrySignOut)
  addEventListener('online', () => void retrySignOut())
}
