/** Values of the options that choose nothing. No option has an empty value (docs/product/shop.md, Form rules). */

/** Of a filter. */
export const ALL = 'all'
/** Of a field in which something is still to be chosen. */
export const UNCHOSEN = 'none'
