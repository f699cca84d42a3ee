import type { Knex } from 'knex'
import { Package } from '../../../db/models/package.ts'
import { Review } from '../../../db/models/review.ts'
import type { Package as WirePackage, Review as WireReview } from '../../contract/catalogue.ts'
import { toDollars } from '../../contract/pricing.ts'

/** A package with what the wire shows beside its columns, all from one statement. */
export type PackageRow = Package & {
  questionTexts: string[]
  reviewAverage: number | null
  reviewCount: number
}

export function selectPackages(db: Knex) {
  return Package.query(db).select(
    'packages.*',
    db.raw(`ARRAY(SELECT question FROM package_questions q
      WHERE q.package_id = packages.id AND q.retired_at IS NULL ORDER BY position, id) AS question_texts`),
    db.raw(
      `(SELECT round(avg(rating), 1)::float8 FROM reviews r WHERE r.package_id = packages.id) AS review_average`,
    ),
    db.raw(`(SELECT count(*)::int FROM reviews r WHERE r.package_id = packages.id) AS review_count`),
  )
}

export function toWirePackage(row: PackageRow): WirePackage {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    longDescription: row.longDescription,
    price: toDollars(row.priceCents),
    category: row.category,
    imageUrl: row.imageUrl,
    deliveryDays: row.deliveryDays,
    features: row.features,
    whatYouGet: row.whatYouGet,
    whatYouDontGet: row.whatYouDontGet,
    isActive: row.isActive,
    informationRequired: row.questionTexts,
    reviewSummary: { average: row.reviewAverage ?? 0, count: row.reviewCount },
  }
}

export async function listActivePackages(db: Knex): Promise<WirePackage[]> {
  const rows = await selectPackages(db).where({ isActive: true }).orderBy('id')
  return (rows as PackageRow[]).map(toWirePackage)
}

export async function findActivePackage(db: Knex, id: number): Promise<WirePackage | undefined> {
  const row = await selectPackages(db).findById(id).where({ isActive: true })
  return row && toWirePackage(row as PackageRow)
}

/** Newest first; undefined where the package is unknown or inactive. One statement. */
export async function findReviews(db: Knex, packageId: number): Promise<WireReview[] | undefined> {
  const rows = await Review.query(db)
    .rightJoin('packages', 'packages.id', 'reviews.packageId')
    .where({ 'packages.id': packageId, 'packages.isActive': true })
    .select('reviews.*')
    .orderBy([
      { column: 'reviews.createdAt', order: 'desc' },
      { column: 'reviews.id', order: 'desc' },
    ])
  if (rows.length === 0) return undefined
  // A package without reviews is one row of nulls.
  return rows.filter(({ id }) => id !== null).map(toWireReview)
}

export async function findRandomReview(db: Knex, packageId: number): Promise<WireReview | undefined> {
  const review = await Review.query(db)
    .whereIn('packageId', Package.query(db).select('id').where({ id: packageId, isActive: true }))
    .orderByRaw('random()')
    .first()
  return review && toWireReview(review)
}

function toWireReview({ id, customerName, rating, comment, createdAt }: Review): WireReview {
  return { id, customerName, rating, comment, createdAt: createdAt.toISOString() }
}
