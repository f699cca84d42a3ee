/** The demo's data: catalogue, reviews, accounts, coupons in every display state, and a history of orders. */
import type { Knex } from 'knex'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { Order } from '#db/models/orders/order.ts'
import { Review } from '#db/models/orders/review.ts'
import { SavedReply } from '#db/models/orders/saved-reply.ts'
import { findAccounts, seedAccounts } from './accounts.ts'
import { readPackages } from './catalogue/packages.ts'
import { seedHistory } from './history.ts'
import type { SeedRules } from './seed-rules.ts'

const DAY_MS = 86_400_000

const SAVED_REPLIES = [
  {
    title: 'Work begins',
    text: 'Hello {first name},\n\nI’ve read your answers and I’m starting on {package} today. You’ll have it by {date}. If anything comes up, write to me here.',
  },
  {
    title: 'What I still need',
    text: 'Hello {first name},\n\nTo continue with {package} I still need:\n\n- \n\nA short answer or a file here is enough.',
  },
  {
    title: 'All here, thank you',
    text: 'Thank you, {first name}, that’s everything I need. I’ll write as soon as there’s something to see; {date} still stands.',
  },
]

/** Fills an empty database with the basics and the history. */
export async function seedDemo(db: Knex, rules: SeedRules): Promise<void> {
  await seedDemoBasics(db, rules)
  await seedDemoPast(db, rules)
}

/**
 * Fills an empty database with the catalogue, accounts and coupons. Does nothing if there are packages.
 * @returns whether anything was inserted
 */
export async function seedDemoBasics(db: Knex, rules: SeedRules): Promise<boolean> {
  return db.transaction(async (trx) => {
    await lockSeeding(trx)
    if ((await Package.query(trx).resultSize()) > 0) return false
    await seedCatalogue(trx, rules.currency)
    await seedAccounts(trx, rules.company, rules.hashPassword)
    await seedCoupons(trx)
    await SavedReply.query(trx).insert(SAVED_REPLIES)
    return true
  })
}

/**
 * Inserts the history of a demo without orders. Separate from the basics, because the pages do not need it.
 * @param onStart called if there is something to insert
 * @returns whether anything was inserted
 */
export async function seedDemoPast(
  db: Knex,
  rules: SeedRules,
  onStart: () => void = () => {},
): Promise<boolean> {
  return db.transaction(async (trx) => {
    await lockSeeding(trx)
    const accounts = await findAccounts(trx)
    if (!accounts || (await Order.query(trx).resultSize()) > 0) return false
    onStart()
    await seedHistory(trx, accounts, rules)
    return true
  })
}

/** If two demos start on one database, the second waits and then finds it filled. */
const lockSeeding = (trx: Knex.Transaction) => trx.raw(`SELECT pg_advisory_xact_lock(hashtext('demo seed'))`)

async function seedCatalogue(trx: Knex.Transaction, currency: string): Promise<void> {
  for (const { questions, reviews, ...fields } of readPackages()) {
    const { id: packageId } = await Package.query(trx)
      .insert({ ...fields, ...inCurrency(fields, currency) })
      .returning('id')
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

/** @returns prices with another currency as the default. Without a price in that currency, the number of dollars is used. */
function inCurrency(
  { priceCents, otherPrices }: Pick<Package, 'priceCents' | 'otherPrices'>,
  currency: string,
) {
  if (currency === 'USD') return {}
  const { [currency]: own = priceCents, ...others } = otherPrices
  return { currency, priceCents: own, otherPrices: { ...others, USD: priceCents } }
}

/** A coupon in each display state: Active, Expired, Inactive, and Used, once the history has used EARLYBIRD. */
async function seedCoupons(trx: Knex.Transaction): Promise<void> {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  const coupons: Partial<Coupon>[] = [
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
  ]
  const createdAt = inDays(-130)
  await Coupon.query(trx).insert(coupons.map((coupon) => ({ ...coupon, createdAt })))
}
