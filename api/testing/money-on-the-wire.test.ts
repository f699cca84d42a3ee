/** Rupees beside an amount, in every call and CSV file, for orders in four currencies. */
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { insertPaidOrder } from '#db/testing/builders.ts'
import { pathOf } from './example-calls.ts'
import { FOUR_CURRENCIES, sellIn } from './sell-in.ts'
import { openSession } from './sessions.ts'
import { openTestApp } from './test-app.ts'
import { buildWorld } from './world.ts'

const shop = openTestApp()
sellIn(FOUR_CURRENCIES)

const RATE = '84.25'
/** The rupees beside an amount: rupees unchanged, dollars converted, none for other currencies. */
const RUPEES: Readonly<Record<string, (amount: number) => string | null>> = {
  USD: (amount) => (amount * Number(RATE)).toFixed(2),
  INR: (amount) => amount.toFixed(2),
  EUR: () => null,
  JPY: () => null,
}

interface Found {
  currency: string
  amount: string
  amountInr: string | null
}

/** Finds all objects with rupees in a response. @param currency of the object around them */
function listFound(json: unknown, currency = ''): Found[] {
  if (typeof json !== 'object' || json === null) return []
  const own = 'currency' in json ? String(json.currency) : currency
  const found = 'amountInr' in json ? [{ ...(json as Found), currency: own }] : []
  return [...found, ...Object.values(json).flatMap((inner) => listFound(inner, own))]
}

test('every call and CSV file has the rupees of dollars and rupees, and of nothing else', async () => {
  const world = await buildWorld(shop.db, { dataDir: shop.env.dataDir })
  const { customer, admin } = world.users
  const orders = []
  for (const currency of Object.keys(RUPEES)) {
    const minor = { originalCents: 10_990_000, amountCents: 10_990_000 }
    const order = await insertPaidOrder(shop.db, {
      userId: customer.id,
      currency,
      usdInrRate: RATE,
      ...minor,
    })
    const { id } = await Payment.query(shop.db).findOne({ orderId: order.id }).throwIfNotFound()
    await Refund.query(shop.db).insert({ paymentId: id, amountCents: 990_000, currency, reason: 'asked' })
    orders.push(order)
  }
  const seen = new Map<string, Set<string>>()
  const note = (call: string, { currency, amount, amountInr }: Found) => {
    const expected = RUPEES[currency]?.(Number(amount))
    expect.soft([call, currency, amount, amountInr]).toEqual([call, currency, amount, expected])
    seen.set(currency, (seen.get(currency) ?? new Set()).add(call))
  }
  const browsers = [await openSession(shop, customer.id), await openSession(shop, admin.id)]
  for (const route of shop.app.routeTable) {
    if (route.method !== 'GET' || /events|openapi|\/data$|\.zip$/.test(route.url)) continue
    for (const order of orders)
      for (const browser of browsers) {
        const response = await browser.get(pathOf(route, { ...world, order }))
        const type = String(response.headers['content-type'])
        if (response.statusCode !== 200) continue
        if (type.includes('json')) for (const found of listFound(response.json())) note(route.url, found)
        if (!type.includes('csv')) continue
        for (const row of parse(response.body, { columns: true, bom: true }) as Record<string, string>[])
          if ('Amount (INR)' in row)
            note(route.url, {
              currency: row.Currency ?? '',
              amount: row.Amount ?? '',
              amountInr: row['Amount (INR)'] || null,
            })
      }
  }
  for (const currency of Object.keys(RUPEES))
    expect([...(seen.get(currency) ?? [])]).toEqual(
      expect.arrayContaining([
        '/api/orders',
        '/api/orders/:id',
        '/api/accounts/orders',
        '/api/accounts/orders.csv',
      ]),
    )
})
