import type { Package, Review } from './catalogue.ts'
import type { Category } from './categories.ts'

/** What a build of the site is made from: the catalogue at one moment, as the API shows it. */
export interface CatalogueSnapshot {
  packages: Package[]
  categories: Category[]
  /** By the id of their package. */
  reviews: Record<number, Review[]>
}
