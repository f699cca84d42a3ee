import type { Package, Review } from './catalogue.ts'
import type { Category } from './categories.ts'

/** What a build of the site is made from: the catalogue at one moment, as the API shows it. */
export interface CatalogueSnapshot {
  packages: Package[]
  categories: Category[]
  /** By the id of their package. */
  reviews: Record<number, Review[]>
}

/** How many packages the home page has in its HTML. The others come with the API, as visitors ask for more or search. */
export const SHOWN_AT_FIRST = 60
