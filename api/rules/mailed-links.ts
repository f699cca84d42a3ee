/**
 * Names in the fragments of mailed links (docs/product/account.md, Links in mails). Browsers do not send fragments, so these never
 * reach a log, a proxy or another site.
 */

/** Opens the sign-in, with this e-mail filled in, unless the visitor is signed in. */
export const SIGN_IN = 'sign-in'
/** Opens 'forgot password' in the sign-in, with this e-mail filled in. */
export const FORGOT_PASSWORD = 'forgot-password'

/** Opens the password change after signing in. /.well-known/change-password redirects to it. */
export const CHANGE_PASSWORD = 'change-password'
