/** The catalogue as pages show it, and its changes. */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { listCategories } from '#api/catalogue/packages/category.ts'
import { listActivePackages, listReviews } from '#api/catalogue/packages/package.ts'
import type { CatalogueSnapshot } from '#api/contract/catalogue/catalogue.ts'
import { isPictureAddress } from '#api/rules/order-work/uploads.ts'

/**
 * Reads everything from one consistent state of the database. A package whose picture cannot be shown gets its category's,
 * so that one bad row, stored by other means than the API, does not block publishing.
 * @param onFault gets one line per such package
 */
export async function readSnapshot(
  db: Knex,
  onFault: (fault: string) => void = () => {},
): Promise<CatalogueSnapshot> {
  const read = await db.transaction(
    async (trx) => ({
      packages: await listActivePackages(trx),
      categories: await listCategories(trx),
      reviews: await listReviews(trx),
    }),
    { isolationLevel: 'repeatable read', readOnly: true },
  )
  const packages = read.packages.map((item) => {
    if (isPictureAddress(item.imageUrl)) return item
    onFault(`The picture of ${item.name} (${item.slug}) cannot be shown: ${JSON.stringify(item.imageUrl)}`)
    const category = read.categories.find(({ name }) => name === item.category)
    return { ...item, imageUrl: category?.imageUrl ?? '', imageAlt: '' }
  })
  return { ...read, packages }
}

/** @returns a hash per package and category, by a name that admins recognise */
export function hashItems({ packages, categories, reviews }: CatalogueSnapshot): Record<string, string> {
  return Object.fromEntries([
    ...packages.map((item) => [`${item.name} (${item.slug})`, hashJson([item, reviews[item.id]])]),
    ...categories.map((category, place) => [`category ${category.name}`, hashJson([place, category])]),
  ])
}

/** @returns names that are new or changed, then names that are gone */
export function listDifferences(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].filter((name) => before[name] !== after[name])
}

export const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
export const hashJson = (value: unknown) => hash(JSON.stringify(value))
