/** Values of the options that choose nothing. No option has an empty value (docs/product/shop.md, Form rules). */

/** The first option of a filter. */
export const ALL_OPTION = 'all'
/** The first option of a field until something is chosen. */
export const UNCHOSEN = 'none'
