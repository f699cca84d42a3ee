/** Signs in with the token of a purchase, then opens the order (docs/product/account.md, Signing in). */

import type { User } from '#api/contract/people/auth.ts'
import { FRAME_SECRET_HEADER, isUrl } from '#api/rules/embed.ts'
import { SIGN_IN } from '#api/rules/mailed-links.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readFragment } from '#site/kit/client/fragment.ts'
import { $session, loadSession, setUser } from '#site/kit/stores/session.ts'

const fragment = readFragment()
// Remove the token from the browser's history.
history.replaceState(null, '', location.pathname)

/** Checked before signing in: otherwise a link on any website could sign its reader in to an attacker's account. */
const isSentByShop = isUrl(document.referrer) && new URL(document.referrer).origin === location.origin

async function signIn(sessionId: string): Promise<void> {
  // The frame placed the order; its secret proves it.
  const headers = { [FRAME_SECRET_HEADER]: fragment.get('secret') ?? '' }
  try {
    const options = { method: 'POST', headers, body: { sessionId } } as const
    setUser(await callApi<User>('/api/auth/session-login', options))
  } catch {
    // Ignored: the order's page asks for the password.
  }
}

async function goOn(): Promise<void> {
  await loadSession()
  const token = fragment.get('token')
  // A signed-in user stays signed in.
  if (token && isSentByShop && !$session.get().user) await signIn(token)
  const order = Number(fragment.get('order'))
  const rest = new URLSearchParams({ [SIGN_IN]: fragment.get('email') ?? '' })
  location.replace(Number.isInteger(order) && order > 0 ? `/dashboard?order=${order}#${rest}` : '/dashboard')
}

// Not awaited: a top-level await changes how the bundler splits all scripts of the site.
void goOn()
