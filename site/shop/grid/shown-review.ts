import type { Review } from '#api/contract/catalogue/catalogue.ts'

/** The fields of a review that a card shows. */
export type ShownReview = Pick<Review, 'id' | 'customerName' | 'customerCompany' | 'rating' | 'comment'>

/** In characters; more than a card's two lines hold. */
const LONGEST_QUOTE = 240

/** Cuts a review down to what a card shows, because the page's HTML holds one for each package. */
export function shorten({ id, customerName, customerCompany, rating, comment }: Review): ShownReview {
  const quote = [...comment].slice(0, LONGEST_QUOTE).join('')
  return { id, customerName, customerCompany, rating, comment: quote }
}
