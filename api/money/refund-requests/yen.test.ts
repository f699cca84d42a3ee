/** Refunds of an order in yen, which has no decimals: requested, decided and paid back in yen. */
import { beforeEach, expect, test } from 'vitest'
import type { InvoiceDocument } from '#api/contract/money/invoices.ts'
import type { OrderRefunds } from '#api/contract/money/payments.ts'
import type { OrderRefundRequest } from '#api/contract/money/refund-requests.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, payOrder, signIn } from '#api/testing/buyer.ts'
import { expectResponse, succeed } from '#api/testing/responses.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertPackage } from '#db/testing/builders.ts'

sellIn(FOUR_CURRENCIES)
const shop = openTestApp()
checkBooksAfterEach(shop)

let ada: SignedIn
let customer: Visitor
let order: CreateOrderResponse

beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  ada = await signInAsAdmin(shop)
  order = await buy()
  customer = await signIn(shop, 'grace@example.com', 'a-fine-secret')
})

/** Buys for 29,500 yen, more than 48 hours ago. */
async function buy(): Promise<CreateOrderResponse> {
  const { id } = await insertPackage(shop.db, { priceCents: 19_900, otherPrices: { JPY: 29_500 } })
  const visitor = new Visitor(shop)
  const price = { finalAmount: 29_500, currency: 'JPY' }
  const body = { packageId: id, ...price, userData: buyerForm({ country: 'JP' }) }
  const bought = await succeed<CreateOrderResponse>(visitor.post('/api/create-order', body))
  await payOrder(shop, visitor, bought)
  await shop.db.raw(`UPDATE orders SET paid_at = paid_at - interval '60 hours'`)
  return bought
}

const path = () => `/api/orders/${order.orderId}/refund-request`
const read = async () => (await customer.get(path())).json<OrderRefundRequest>()
const version = async () => (await read()).request?.version
const giveBack = (amount: number | string) =>
  ada.browser.post(`/api/admin/orders/${order.orderId}/refunds`, { amount, reason: 'Asked for' })
const decide = async (body: object) => {
  const decision = { version: await version(), text: 'So we see it.', ...body }
  return ada.browser.post(`/api/admin${path().slice(4)}/decision`, decision)
}

test('an admin gives back whole yen, and no more than was paid', async () => {
  for (const [amount, status] of [
    ['49.50', 400],
    [99, 400],
    [29_501, 409],
    ['9,999', 201],
    [19_502, 409],
    [19_501, 201],
  ] as const) {
    expect((await giveBack(amount)).statusCode, String(amount)).toBe(status)
    await shop.finishJobs()
  }
  const shown = (await ada.browser.get(`/api/admin/orders/${order.orderId}/refunds`)).json<OrderRefunds>()
  expect(shown).toMatchObject({ currency: 'JPY', paid: '29500', refunded: '29500', left: '0' })
  const payment = await Payment.query(shop.db).first().throwIfNotFound()
  const { refunded } = await shop.gateway.getPayment(payment.providerPaymentId ?? '')
  expect(refunded).toEqual({ minor: 29_500, currency: 'JPY' })
  const documents = await Invoice.query(shop.db).orderBy('id')
  const totals = documents.map(({ document }) => JSON.parse(document ?? '') as InvoiceDocument)
  expect(totals.map(({ total, currency }) => [total, currency])).toEqual([
    ['29500', 'JPY'],
    ['9999', 'JPY'],
    ['19501', 'JPY'],
  ])
})

test('a customer asks for yen, and what is decided in stages goes back in yen', async () => {
  for (const [amount, status] of [
    ['100.5', 400],
    ['29501', 409],
    ['29500', 201],
  ] as const)
    expectResponse(await customer.post(path(), { reason: 'We closed the shop.', amount }), status)
  expect(await read()).toMatchObject({ paid: '29500', left: '29500', request: { asked: '29500' } })
  const stages = { decision: 'accept', amount: '19667', stages: 3, stagesDone: 1 }
  expectResponse(await decide({ ...stages, costs: '49.50' }), 400, { issues: [{ path: 'costs' }] })
  await decide({ ...stages, costs: '0' })
  const { request } = await read()
  expect(request?.offer).toMatchObject({
    amount: '19667',
    items: [{ amount: '29500' }, { amount: '-9833' }, { amount: '19667' }],
  })
  await customer.post(`${path()}/answer`, { version: request?.version, answer: 'agree' })
  await shop.finishJobs()
  expect(await Refund.query(shop.db)).toMatchObject([
    { amountCents: 19_667, currency: 'JPY', status: 'processed' },
  ])
  expect(await OutboxMessage.query(shop.db).where({ kind: 'refund_receipt' })).toHaveLength(1)
})
