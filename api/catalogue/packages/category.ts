import type { Knex } from 'knex'
import { currencies } from '#api/content/content.ts'
import type { Category as WireCategory } from '#api/contract/catalogue/catalogue.ts'
import type { AdminCategory } from '#api/contract/catalogue/packages.ts'
import { InvalidInput } from '#api/platform/errors.ts'
import { money, toNumber } from '#api/rules/money/money.ts'
import { Category } from '#db/models/catalogue/package.ts'

const FORMER_NAMES = `ARRAY(SELECT a.name FROM category_aliases a WHERE a.category_id = categories.id ORDER BY a.name)`
const PACKAGES = `FROM packages p WHERE p.category = categories.name`

const selectCategories = (db: Knex) =>
  Category.query(db)
    .select('name', 'description', 'imageUrl', 'imageAlt', 'isHidden')
    .select(db.raw(`${FORMER_NAMES} AS former_names`))
    .orderBy('position')

/**
 * The lowest price in the default currency, or else in another one: after the shop has changed its currency, a category may
 * have no price in it yet.
 */
const LOWEST = `(SELECT json_build_object('minor', p.price_cents, 'currency', p.currency) ${PACKAGES} AND p.is_active
  ORDER BY p.currency <> ?, p.currency, p.price_cents LIMIT 1)`

/** Categories with active packages, in the order of their positions. */
export async function listCategories(db: Knex): Promise<WireCategory[]> {
  const rows = await selectCategories(db)
    .select(
      db.raw(`${LOWEST} AS lowest`, [currencies.default]),
      db.raw(`ARRAY(SELECT p.other_prices ${PACKAGES} AND p.is_active) AS others`),
    )
    .whereExists(db.raw(`SELECT ${PACKAGES} AND p.is_active`))
    .castTo<
      (Omit<WireCategory, 'fromPrice' | 'fromPrices' | 'currency'> & {
        lowest: { minor: number; currency: string }
        others: Record<string, number>[]
      })[]
    >()
  return rows.map(({ lowest: { minor, currency }, others, ...category }) => ({
    ...category,
    fromPrice: toNumber(money(minor, currency)),
    ...findLowest(others),
    currency,
  }))
}

/** Lowest price per other currency, only where every package has one: a package without it might cost less. */
function findLowest(others: Record<string, number>[]): Pick<WireCategory, 'fromPrices'> {
  const lowest = currencies.offered.flatMap(({ code }) => {
    const prices = others.flatMap((prices) => prices[code] ?? [])
    return prices.length < others.length ? [] : [[code, toNumber(money(Math.min(...prices), code))] as const]
  })
  return lowest.length > 0 ? { fromPrices: Object.fromEntries(lowest) } : {}
}

export async function listEveryCategory(db: Knex): Promise<AdminCategory[]> {
  return selectCategories(db)
    .select('id', db.raw(`(SELECT count(*)::int ${PACKAGES}) AS package_count`))
    .castTo<AdminCategory[]>()
}

/**
 * Blocks changes of categories until the transaction ends. Call it before locking a package: renaming a category locks its
 * packages, and the reverse order would deadlock.
 */
export async function holdCategories(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`SELECT pg_advisory_xact_lock_shared(hashtext('categories'))`)
}

/** Serialises changes of categories. */
export async function lockCategories(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('categories'))`)
}

/**
 * @param name current or former name; unset: the first category
 * @throws InvalidInput if there is no such category
 */
export async function getCategory(db: Knex, name: string | undefined): Promise<Category> {
  const query = Category.query(db).orderBy('position').first()
  if (name !== undefined) {
    query.where({ name }).orWhere('id', db('category_aliases').where({ name }).select('categoryId'))
  }
  const found = await query
  if (found) return found
  const names = (await Category.query(db).orderBy('position')).map((category) => category.name)
  throw new InvalidInput(
    'category',
    names.length > 0
      ? `Category must be one of ${names.join(', ')}`
      : 'There is no category yet. Add one first.',
  )
}
