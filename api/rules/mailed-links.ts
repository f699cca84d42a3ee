/**
 * Names in the fragments of links in mails (docs/product/account.md, Links in mails). Browsers do not send a fragment, so it
 * gets into no log, to no proxy and to no other site.
 */

/** Opens the sign-in, with this e-mail filled in, unless the visitor is signed in. */
export const SIGN_IN = 'sign-in'
/** Opens 'forgot password' in the sign-in, with this e-mail filled in. */
export const FORGOT_PASSWORD = 'forgot-password'

/** Opens the change of the password, after the sign-in: where /.well-known/change-password leads. */
export const CHANGE_PASSWORD = 'change-password'
