/**
 * What a link of a mail says in its fragment, which browsers send to nobody: so no log, no proxy and no other site has it
 * (docs/product/account.md, Links in mails).
 */

/** Opens the sign-in for who is signed out, with this e-mail filled in. */
export const SIGN_IN = 'sign-in'
/** Opens the part of the sign-in that mails a link for a new password, with this e-mail filled in. */
export const FORGOT_PASSWORD = 'forgot-password'
