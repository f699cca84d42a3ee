/** Limits of a package's fields, for its form and the API. Without zod, so that the form does not load it. */

/** The delivery time of a package that states none, in business days. */
export const DEFAULT_DELIVERY_DAYS = 7
export const LARGEST_DELIVERY_DAYS = 3650
export const DELIVERY_MESSAGE = `Delivery days must be a whole number from 1 to ${LARGEST_DELIVERY_DAYS}`

/** How many packages are in the home page's HTML. The others are loaded from the API when visitors ask for more or search. */
export const SHOWN_AT_FIRST = 60

export const MOST_INCLUDED_CHANGES = 100
export const CHANGES_MESSAGE = `Included changes must be a whole number from 0 to ${MOST_INCLUDED_CHANGES}, or empty`
