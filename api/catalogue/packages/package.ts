import type { Knex } from 'knex'
import type { Model } from 'objection'
import { currencies } from '#api/content/content.ts'
import { type Package as WirePackage, Review as WireReview } from '#api/contract/catalogue/catalogue.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { type Money, money, toNumber } from '#api/rules/money/money.ts'
import { splitByPlan } from '#api/rules/money/payment-plan.ts'
import { isOffered, listPrices as listAll, smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { findBadge, REVIEW_STATE } from '#api/rules/order-work/reviews.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Review } from '#db/models/orders/review.ts'

/** A package row with the computed values of the API. */
export type PackageRow = Package & {
  questionTexts: string[]
  reviewAverage: number | null
  reviewCount: number
}
export type PackageFields = Omit<
  PackageRow,
  keyof Model | 'version' | 'isCustom' | 'includedChanges' | 'createdAt' | 'updatedAt'
>

const QUESTION_TEXTS = `ARRAY(SELECT question FROM package_questions q
  WHERE q.package_id = packages.id AND q.retired_at IS NULL ORDER BY position, id)`
const SHOWN_REVIEWS = `reviews r WHERE r.package_id = packages.id AND r.state IN (${listStatuses(REVIEW_STATE, 'isShown')})`
const REVIEW_AVERAGE = `(SELECT round(avg(rating), 1)::float8 FROM ${SHOWN_REVIEWS})`
const REVIEW_COUNT = `(SELECT count(*)::int FROM ${SHOWN_REVIEWS})`

export function selectPackages(db: Knex) {
  return Package.query(db).select(
    'packages.*',
    db.raw(`${QUESTION_TEXTS} AS question_texts`),
    db.raw(`${REVIEW_AVERAGE} AS review_average`),
    db.raw(`${REVIEW_COUNT} AS review_count`),
  )
}

/** SQL: {@link PackageFields} as one JSON value, read three times as fast as single columns (five are arrays). */
const PACKAGE_ROW = `json_build_object('id', packages.id, 'slug', slug, 'name', name, 'description', description,
  'longDescription', long_description, 'priceCents', price_cents, 'currency', currency, 'otherPrices', other_prices, 'paymentPlan', payment_plan, 'category', category, 'imageUrl', image_url, 'imageAlt', image_alt,
  'deliveryDays', delivery_days, 'features', features, 'whatYouGet', what_you_get,
  'whatYouDontGet', what_you_dont_get, 'isActive', is_active, 'questionTexts', ${QUESTION_TEXTS},
  'reviewAverage', ${REVIEW_AVERAGE}, 'reviewCount', ${REVIEW_COUNT})`

/** Prices in currencies that the shop still sells in. */
function listPrices(otherPrices: Record<string, number>): Pick<WirePackage, 'prices'> {
  const sold = Object.entries(otherPrices).filter(([code]) => isOffered(currencies, code))
  if (sold.length === 0) return {}
  return { prices: Object.fromEntries(sold.map(([code, minor]) => [code, toNumber(money(minor, code))])) }
}

/** Amounts split as an order would be, so that pages need not compute them. */
function planOf({ paymentPlan }: PackageFields, prices: Money[]): Pick<WirePackage, 'paymentPlan'> {
  if (!paymentPlan) return {}
  const split = prices.flatMap(
    (price) => splitByPlan(paymentPlan, price, smallestChargeOf(currencies, price.currency)) ?? [],
  )
  return {
    paymentPlan: paymentPlan.map((instalment) => {
      const amounts = split.filter(({ due }) => due === instalment.due).map(({ amount }) => amount)
      return {
        ...instalment,
        amounts: Object.fromEntries(amounts.map((one) => [one.currency, toNumber(one)])),
      }
    }),
  }
}

export function toWirePackage(row: PackageFields): WirePackage {
  const priced = {
    price: toNumber(money(row.priceCents, row.currency)),
    currency: row.currency,
    ...listPrices(row.otherPrices),
  }
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    longDescription: row.longDescription,
    ...priced,
    ...planOf(row, listAll(priced)),
    category: row.category,
    imageUrl: row.imageUrl,
    imageAlt: row.imageAlt,
    deliveryDays: row.deliveryDays,
    features: row.features,
    whatYouGet: row.whatYouGet,
    whatYouDontGet: row.whatYouDontGet,
    isActive: row.isActive,
    informationRequired: row.questionTexts,
    reviewSummary: { average: row.reviewAverage ?? 0, count: row.reviewCount },
  }
}

const selectRows = (db: Knex) =>
  db('packages').select<{ row: PackageFields }[]>(db.raw(`${PACKAGE_ROW} AS row`))

export async function listActivePackages(db: Knex): Promise<WirePackage[]> {
  const found = await selectRows(db).where({ isActive: true }).orderBy('id')
  return found.map(({ row }) => toWirePackage(row))
}

export async function findActivePackage(db: Knex, id: number): Promise<WirePackage | undefined> {
  const [found] = await selectRows(db).where({ id, isActive: true })
  return found && toWirePackage(found.row)
}

/** Includes inactive packages. The order is undefined. */
export async function listEveryPackage(db: Knex): Promise<WirePackage[]> {
  const found = await selectRows(db)
  return found.map(({ row }) => toWirePackage(row))
}

const NEWEST_FIRST = [
  { column: 'reviews.createdAt', order: 'desc' },
  { column: 'reviews.id', order: 'desc' },
] as const

/** @returns newest first; undefined if the package is unknown or inactive */
export async function findReviews(db: Knex, packageId: number): Promise<WireReview[] | undefined> {
  const rows = await Review.query(db)
    .rightJoin('packages', (join) =>
      join
        .on('packages.id', 'reviews.packageId')
        .onIn('reviews.state', statusesThat(REVIEW_STATE, 'isShown')),
    )
    .where({ 'packages.id': packageId, 'packages.isActive': true })
    .select('reviews.*')
    .orderBy([...NEWEST_FIRST])
  if (rows.length === 0) return undefined
  // For a package of which none is shown, the join yields one row of nulls.
  return rows.filter(({ id }) => id !== null).map(toWireReview)
}

/** @returns the reviews of every active package by package id, newest first */
export async function listReviews(db: Knex): Promise<Record<number, WireReview[]>> {
  const rows = await Review.query(db)
    .whereIn('packageId', Package.query(db).select('id').where({ isActive: true }))
    .whereIn('state', statusesThat(REVIEW_STATE, 'isShown'))
    .orderBy([...NEWEST_FIRST])
  const byPackage = Map.groupBy(rows, ({ packageId }) => packageId)
  return Object.fromEntries([...byPackage].map(([id, reviews]) => [id, reviews.map(toWireReview)]))
}

const toWireReview = (review: Review): WireReview =>
  toWire(WireReview, { ...review, badge: findBadge(review), isCompany: review.naming === 'company' })

const LONGEST_SLUG = 80

const WHOLE_WORDS = new RegExp(`^.{1,${LONGEST_SLUG}}(?=-|$)`)

/**
 * Transliterates to Latin letters and keeps as many whole words as fit. @example await toSlug('SEO & Marketing – Café') //
 * 'seo-marketing-cafe'
 */
export async function toSlug(name: string): Promise<string> {
  // Loaded when a package is created, not at start.
  const { default: anyAscii } = await import('any-ascii')
  // Chinese has no blanks between words: each character becomes a word.
  const latin = anyAscii(name.normalize('NFKC').replaceAll(/\p{Script=Han}/gu, ' $& ')).toLowerCase()
  const slug =
    latin
      .replaceAll(/['`]/g, '')
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'package'
  return WHOLE_WORDS.exec(slug)?.[0] ?? slug.slice(0, LONGEST_SLUG)
}

/** @returns the name's slug, with a number appended if another package has it already */
export async function findFreeSlug(trx: Knex.Transaction, name: string): Promise<string> {
  // Serialises transactions, so that two packages of the same name get different slugs.
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('packages.slug'))`)
  const base = await toSlug(name)
  const rows = await Package.query(trx).where('slug', 'like', `${base}%`).select('slug')
  const taken = new Set(rows.map(({ slug }) => slug))
  let slug = base
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`
  return slug
}
