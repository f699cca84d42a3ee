import type { Review } from '#api/contract/catalogue/catalogue.ts'

/** What a card shows of a review. */
export type ShownReview = Pick<Review, 'id' | 'customerName' | 'customerCompany' | 'rating' | 'comment'>

/** More than the two lines of a card. */
const LONGEST_QUOTE = 240

/** Of a review that stands in the page's HTML, for each of its packages. */
export function shorten({ id, customerName, customerCompany, rating, comment }: Review): ShownReview {
  const quote = [...comment].slice(0, LONGEST_QUOTE).join('')
  return { id, customerName, customerCompany, rating, comment: quote }
}
