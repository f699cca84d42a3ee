import { expect, test } from 'vitest'
import { Refund } from '../../../db/models/payment.ts'
import { insertOrder, insertPackage, insertPayment, insertUser } from '../../../db/testing/builders.ts'
import type { EmbedOrigin } from '../../contract/embedding.ts'
import type { Overview } from '../../contract/overview.ts'
import type { UserPage } from '../../contract/users.ts'
import { money, toDecimal } from '../../rules/money/money.ts'
import { signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp } from '../../testing/test-app.ts'

const shop = openTestApp()
const ORIGIN = 'https://partner.example'
const CODES = ['EUR', 'INR', 'JPY', 'USD'] as const
const pick = (below: number) => Math.floor(Math.random() * below)

test('figures of random orders are one sum a currency, and never one of several', async () => {
  const { db } = shop
  const { browser } = await signInAsAdmin(shop)
  const { id: userId } = await insertUser(db)
  const { id: packageId } = await insertPackage(db)
  await db('embed_origins').insert({ origin: ORIGIN })
  for (let made = 0; made < 40; made += 1) {
    const currency = made < CODES.length ? (CODES[made] as string) : (CODES[pick(4)] as string)
    const amountCents = 100 + pick(1_000_000)
    const priced = { currency, amountCents, originalCents: amountCents }
    const order = await insertOrder(db, { ...priced, packageId, userId, embedOrigin: ORIGIN })
    const payment = await insertPayment(db, { orderId: order.id, currency, amountCents })
    if (pick(3) > 0) continue
    await Refund.query(db).insert({
      ...{ paymentId: payment.id, currency, amountCents: 1 + pick(amountCents - 1) },
      ...{ status: 'processed', reason: 'Some of it' },
    })
  }
  const sums = await db('orders')
    .select('orders.currency')
    .select(
      db.raw(`sum(orders.amount_cents)::int AS paid, coalesce(sum((SELECT sum(r.amount_cents) FROM refunds r
        JOIN payments p ON p.id = r.payment_id WHERE p.order_id = orders.id)), 0)::int AS refunded`),
    )
    .groupBy('orders.currency')
    .orderBy('orders.currency')
  const wanted = sums.map(({ currency, paid, refunded }) => {
    const decimal = (minor: number) => toDecimal(money(minor, currency))
    return { currency, paid: decimal(paid), refunded: decimal(refunded), revenue: decimal(paid - refunded) }
  })
  const [standard] = wanted.splice(3)
  expect(standard?.currency).toBe('USD')

  const overview = (await browser.get('/api/admin/overview')).json<Overview>()
  const read = ({
    totalRevenue,
    currency,
    revenue,
  }: Pick<Overview, 'totalRevenue' | 'currency' | 'revenue'>) => {
    const minor = revenue.month.reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(minor).toBeCloseTo(Number(totalRevenue), 2)
    return { revenue: totalRevenue, currency }
  }
  expect(read(overview)).toEqual({ revenue: standard?.revenue, currency: 'USD' })
  const revenues = wanted.map(({ revenue, currency }) => ({ revenue, currency }))
  expect(overview.otherRevenue?.map(read)).toEqual(revenues)

  const page = (await browser.get(`/api/admin/users/${userId}`)).json<UserPage>()
  expect(page).toMatchObject({ orders: 40, paid: standard?.paid, refunded: standard?.refunded })
  expect(page.otherPaid).toEqual(wanted.map(({ revenue: _, ...sum }) => sum))

  const [website] = (await browser.get('/api/admin/embed-origins')).json<EmbedOrigin[]>()
  expect(website).toMatchObject({ orders: 40, revenue: standard?.revenue, currency: 'USD' })
  expect(website?.otherRevenue?.toSorted((one, other) => one.currency.localeCompare(other.currency))).toEqual(
    revenues,
  )
})
