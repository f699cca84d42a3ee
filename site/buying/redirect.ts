import { SIGN_IN } from '../../api/rules/mailed-links.ts'
import { $session } from '../stores/session.ts'

const SUCCESS_MS = 2000

/** Redirects after a pause for reading the toast, unless the page is left before. */
export function redirectLater(url: string, delayMs: number): void {
  const timer = setTimeout(() => location.assign(url), delayMs)
  window.addEventListener('pagehide', () => clearTimeout(timer), { once: true })
}

/** A buyer whom the payment did not sign in is asked for the password there (docs/product/account.md, Signing in). */
export function redirectToDashboard(): void {
  redirectLater($session.get().user ? '/dashboard' : `/dashboard#${SIGN_IN}`, SUCCESS_MS)
}
