/** Limits of a package's fields, for its form and the API. Without zod, so that the form does not load it. */

/** In business days, for a package that states none. */
export const DEFAULT_DELIVERY_DAYS = 7
export const LARGEST_DELIVERY_DAYS = 3650
export const DELIVERY_MESSAGE = `Delivery days must be a whole number from 1 to ${LARGEST_DELIVERY_DAYS}`

/** How many packages the home page has in its HTML. It loads the others from the API when visitors ask for more or search. */
export const SHOWN_AT_FIRST = 60

export const MOST_INCLUDED_CHANGES = 100
export const CHANGES_MESSAGE = `Included changes must be a whole number from 0 to ${MOST_INCLUDED_CHANGES}, or empty`
