/** The catalogue at one moment: what the public pages are made from. */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { CatalogueSnapshot } from '../../contract/catalogue-snapshot.ts'
import { listCategories } from '../catalogue/category.ts'
import { listActivePackages, listReviews } from '../catalogue/package.ts'

/** In one transaction, so that an edit is in all of it or in nothing. */
export async function readSnapshot(db: Knex): Promise<CatalogueSnapshot> {
  return db.transaction(
    async (trx) => ({
      packages: await listActivePackages(trx),
      categories: await listCategories(trx),
      reviews: await listReviews(trx),
    }),
    { isolationLevel: 'repeatable read', readOnly: true },
  )
}

/** A hash of each thing that an admin edits, by its name as people know it. */
export function hashItems({ packages, categories, reviews }: CatalogueSnapshot): Record<string, string> {
  return Object.fromEntries([
    ...packages.map((item) => [
      `${item.name} (${item.slug})`,
      hash(JSON.stringify([item, reviews[item.id]])),
    ]),
    ...categories.map((category, place) => [
      `category ${category.name}`,
      hash(JSON.stringify([place, category])),
    ]),
  ])
}

/** @returns the names that are new or changed, and then those that are gone */
export function listDifferences(before: Record<string, string>, after: Record<string, string>): string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (name) => before[name] !== after[name],
  )
}

export const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
