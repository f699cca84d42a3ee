/** Every call with which an admin sets a charge asks for a fresh proof of identity. */
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { bodyOf, pathOf } from './example-calls.ts'
import { listCalls, type OpenapiDocument } from './openapi-document.ts'
import { openSession } from './sessions.ts'
import { openTestApp } from './test-app.ts'
import { buildWorld } from './world.ts'

const shop = openTestApp()

/** The calls that set a charge, with the fields that their example must change for it. */
const SETS_CHARGE: Readonly<Record<string, object>> = {
  createPackage: {},
  updatePackage: { price: 1 },
  createCoupon: {},
  updateCoupon: {},
  createOffer: {},
  updateOffer: {},
  sendOffer: {},
}
/** Calls with an amount that is not a charge, and why. */
const CHARGES_NOTHING: Readonly<Record<string, string>> = {
  createOrderRefund: 'gives back, and asks',
  createPaymentRefund: 'gives back, and asks',
  decideRefundRequest: 'gives back, and asks',
  recordRefundTransfer: 'notes what was given back, and asks',
  recordBankTransfer: 'notes what was paid, and asks',
  recordOrderTransfer: 'notes what was paid, and asks',
}
const NAMES_MONEY =
  /"(price|prices|amount|amountCents|discount|discountType|paymentPlan|currency|received|lateInterest)"/

test('the list names every call of admins whose body holds an amount', async () => {
  const document = (await shop.app.inject('/api/openapi.json')).json<OpenapiDocument>()
  const schemas = JSON.stringify(document.components.schemas)
  const withAmounts = listCalls(document).flatMap(({ method, operation }) => {
    const { operationId = '', requestBody } = operation
    const route = shop.app.routeTable.find((one) => one.operationId === operationId)
    if (method === 'GET' || route?.access !== 'admin' || !requestBody) return []
    const body = JSON.stringify(requestBody)
    const [, reference = ''] = /"#\/components\/schemas\/(\w+)"/.exec(body) ?? []
    const schema = reference ? JSON.stringify(document.components.schemas[reference]) : ''
    expect(schemas).toBeTruthy()
    return NAMES_MONEY.test(body + schema) ? [operationId] : []
  })
  expect(withAmounts.length).toBeGreaterThan(5)
  for (const operationId of withAmounts)
    expect.soft({ ...SETS_CHARGE, ...CHARGES_NOTHING }, operationId).toHaveProperty(operationId)
  const operations = shop.app.routeTable.map((route) => route.operationId)
  for (const operationId of Object.keys({ ...SETS_CHARGE, ...CHARGES_NOTHING }))
    expect.soft(operations).toContain(operationId)
})

test.each(Object.entries(SETS_CHARGE))('%s asks for a fresh proof', async (operationId, change) => {
  const route = shop.app.routeTable.find((one) => one.operationId === operationId)
  if (!route) throw new Error(`No such call: ${operationId}`)
  const world = await buildWorld(shop.db, { dataDir: shop.env.dataDir })
  const { admin } = world.users
  await admin.$query(shop.db).patch({ factors: ['totp'] })
  // Makes any price in the example a change.
  await shop.db('packages').update({ priceCents: 55_500 })
  const body = { ...(bodyOf(route, world, 'admin') as object), ...change }
  const send = async (provedAt: string) => {
    const browser = await openSession(shop, admin.id, { provedAt })
    const method = route.method as NonNullable<InjectOptions['method']>
    return browser.call(method, pathOf(route, world), body)
  }
  const refused = await send(`now() - interval '1 day'`)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'proof_needed'])
  expect((await send('now()')).statusCode).toBeLessThan(300)
})
