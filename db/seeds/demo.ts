/** The demo's data: the catalogue with its reviews, the accounts, orders in every state, coupons in every display state. */
import type { Knex } from 'knex'
import { Coupon } from '../models/coupon.ts'
import { Package } from '../models/package.ts'
import { PackageQuestion } from '../models/package-question.ts'
import { Review } from '../models/review.ts'
import { type SeedCompany, seedAccounts } from './accounts.ts'
import { packages } from './catalogue/packages.ts'
import { type QuotePrice, seedOrders } from './orders.ts'

const DAY_MS = 86_400_000

export interface SeedRules {
  /** argon2id */
  hashPassword: (password: string) => Promise<string>
  quotePrice: QuotePrice
  company: SeedCompany
}

/**
 * Fills an empty database; one that has packages is left as it is.
 * @param rules the API's own, passed in, because db must not import from api
 * @returns whether anything was made
 */
export async function seedDemo(db: Knex, rules: SeedRules): Promise<boolean> {
  return db.transaction(async (trx) => {
    // Two starts at once on one database: the second waits, then finds it filled.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('demo seed'))`)
    if ((await Package.query(trx).resultSize()) > 0) return false
    await seedCatalogue(trx)
    const accounts = await seedAccounts(trx, rules.company, rules.hashPassword)
    await seedCoupons(trx)
    await seedOrders(trx, accounts, rules.quotePrice)
    return true
  })
}

async function seedCatalogue(trx: Knex.Transaction): Promise<void> {
  for (const { questions, reviews, ...fields } of packages) {
    const { id: packageId } = await Package.query(trx).insert(fields).returning('id')
    await PackageQuestion.query(trx).insert(
      questions.map((question, position) => ({ ...question, packageId, position })),
    )
    await Review.query(trx).insert(
      reviews.map(({ daysAgo, ...review }) => ({
        ...review,
        packageId,
        createdAt: new Date(Date.now() - daysAgo * DAY_MS),
      })),
    )
  }
}

/** One in each display state: Active, Used, Expired, and the stored status. */
async function seedCoupons(trx: Knex.Transaction): Promise<void> {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  await Coupon.query(trx).insert([
    {
      code: 'WELCOME10',
      discountType: 'percentage',
      discountHundredths: 1000,
      usageLimit: 500,
      expiresAt: inDays(90),
    },
    { code: 'TAKE50', discountType: 'fixed', discountHundredths: 5000, usageLimit: null, expiresAt: null },
    {
      code: 'ONHOUSE',
      discountType: 'percentage',
      discountHundredths: 10_000,
      usageLimit: 25,
      expiresAt: inDays(30),
    },
    {
      code: 'EARLYBIRD',
      discountType: 'percentage',
      discountHundredths: 1500,
      usageLimit: 1,
      expiresAt: inDays(60),
    },
    {
      code: 'SUMMER25',
      discountType: 'percentage',
      discountHundredths: 2500,
      usageLimit: 100,
      expiresAt: inDays(-40),
    },
    {
      code: 'PARTNER30',
      discountType: 'percentage',
      discountHundredths: 3000,
      usageLimit: 50,
      expiresAt: null,
      status: 'inactive',
    },
  ])
}
