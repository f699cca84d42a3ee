/**
 * The parameters in the address's fragment. Unlike in a query, a plus is not a space: people write `#sign-in=ada+shop@example.com` by hand.
 */
export const readFragment = (): URLSearchParams =>
  new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B'))
