/** The header's account: who is signed in, as the session store learns it, signing out, and what is asked in between. */
import { onRefusal } from '../../client/api.ts'
import { PROOF_NEEDED } from '../../client/proof.ts'
import { $isSetupRequired, $session, isSomebodyElse, loadSession, signOut } from '../../stores/session.ts'
import { showToast } from '../../stores/toast.ts'

const AREAS = /^\/(dashboard|admin|staff)(\/|$)/
const page = document.documentElement

$session.listen(({ user, isLoading }) => {
  if (isLoading) return
  page.dataset.session = user ? 'in' : 'out'
  page.toggleAttribute('data-admin', user?.isAdmin ?? false)
  page.toggleAttribute('data-staff', user?.isStaff ?? false)
  for (const slot of document.querySelectorAll('[data-first-name]')) slot.textContent = user?.firstName ?? ''
})

onRefusal(PROOF_NEEDED, async () => (await import('../../security/ask-for-factor.tsx')).askForProof())
onRefusal('second_factor_required', async () => {
  $isSetupRequired.set(true)
  return false
})

function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}

// The purchase frame shares this file, and has no header: it asks nobody, and forgets nothing that other pages noted.
const hasHeader = page.dataset.session !== undefined
if (hasHeader) {
  if (document.readyState === 'complete') whenIdle(loadSession)
  else addEventListener('load', () => whenIdle(loadSession), { once: true })
}

async function leave(): Promise<void> {
  try {
    await signOut()
    showToast('Logged out successfully')
  } catch {
    // Signs the visitor out in the browser all the same; the API logs its own errors.
  }
  if (AREAS.test(location.pathname)) location.assign('/')
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('[data-sign-out]')) void leave()
  const menu = target?.closest<HTMLElement>('[popover]#menu')
  if (menu && target?.closest('a, button')) menu.hidePopover()
})

/** A page from the back-forward cache, or a prerendered one, may know an older visitor. */
function reloadIfStale(): void {
  const isMarked = document.cookie.split('; ').includes('signed_in=1')
  const isOthers = isSomebodyElse()
  if (!isOthers && isMarked === (page.dataset.session !== 'out')) return
  // The cached page stays on the screen until the new one comes.
  if (isOthers) page.hidden = true
  location.reload()
}

if (hasHeader) {
  addEventListener('pageshow', ({ persisted }) => persisted && reloadIfStale())
  document.addEventListener('prerenderingchange', reloadIfStale)
}
