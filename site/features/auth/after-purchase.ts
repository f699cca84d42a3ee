/** Trades the token of a purchase for a session, then leads on to the order (docs/product/account.md, Signing in). */
import type { User } from '../../../api/contract/auth.ts'
import { SIGN_IN } from '../../../api/contract/mailed-links.ts'
import { callApi } from '../../client/api.ts'
import { $session, loadSession, setUser } from '../../stores/session.ts'

const fragment = new URLSearchParams(location.hash.slice(1))
// Not to be read from the history.
history.replaceState(null, '', location.pathname)

/** Otherwise a link on any website could sign its reader in to the account of who wrote it. */
const isSentByShop = URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin

async function signIn(sessionId: string): Promise<void> {
  try {
    setUser(await callApi<User>('/api/auth/session-login', { method: 'POST', body: { sessionId } }))
  } catch {
    // The order's page asks for the password.
  }
}

async function goOn(): Promise<void> {
  await loadSession()
  const token = fragment.get('token')
  // Who is signed in stays so.
  if (token && isSentByShop && !$session.get().user) await signIn(token)
  const order = Number(fragment.get('order'))
  const rest = new URLSearchParams({ [SIGN_IN]: fragment.get('email') ?? '' })
  location.replace(Number.isInteger(order) && order > 0 ? `/dashboard?order=${order}#${rest}` : '/dashboard')
}

// Not awaited: a script that waits at its top level changes how all scripts of the site are cut into files.
void goOn()
