/** Packages as edited in the back office, including inactive ones. */
import type { Knex } from 'knex'
import { AdminPackage, PackageListQuery, type PackageName } from '#api/contract/catalogue/packages.ts'
import { NotFound } from '#api/platform/errors.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { alphabeticalOrder } from '#api/platform/lists/list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { type PackageRow, selectPackages, toWirePackage } from './package.ts'

export const HAS_PACKAGE = containsWord(`' ' || packages.name || ' ' || packages.category`)

export const packageList = defineList({
  query: PackageListQuery,
  row: AdminPackage,
  select: (db) => selectPackages(db).where({ isCustom: false }),
  // No indexes, because there are few packages.
  sorts: {
    id: ['packages.id'],
    name: [alphabeticalOrder('packages.name'), 'packages.id'],
    price: ['packages.price_cents', 'packages.id'],
    category: [alphabeticalOrder('packages.category'), 'packages.id'],
  },
  filter: (query, { category, status }) => {
    if (category) query.where({ category })
    // biome-ignore lint/plugin: a word of the filter
    if (status) query.where({ isActive: status === 'active' })
  },
  search: HAS_PACKAGE,
  toRows: withQuestions,
})

export async function listPackageNames(db: Knex): Promise<PackageName[]> {
  return Package.query(db)
    .select('id', 'name', 'isActive')
    .orderByRaw(`${alphabeticalOrder('name')}, id`)
}

/** @throws NotFound */
export async function getPackage(db: Knex, id: number): Promise<AdminPackage> {
  const rows = (await selectPackages(db).where({ id })) as PackageRow[]
  const [found] = await withQuestions(rows, db)
  if (!found) throw new NotFound('Package')
  return found
}

async function withQuestions(rows: PackageRow[], db: Knex): Promise<AdminPackage[]> {
  const ids = rows.map(({ id }) => id)
  const questions = await PackageQuestion.query(db)
    .whereIn('packageId', ids)
    .whereNull('retiredAt')
    .orderBy(['position', 'id'])
  const byPackage = Map.groupBy(questions, ({ packageId }) => packageId)
  return rows.map((row) => ({
    ...toWirePackage(row),
    questions: byPackage.get(row.id) ?? [],
    includedChanges: row.includedChanges,
    version: row.version,
  }))
}
