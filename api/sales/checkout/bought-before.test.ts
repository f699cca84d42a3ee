import { beforeEach, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { signInAs } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, payOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { insertPackage } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

async function openShop() {
  const pkg = await insertPackage(shop.db)
  const { user, browser: customer } = await signInAs(shop, { email: 'grace@example.com' })
  const body = (again?: boolean) => ({ packageId: pkg.id, finalAmount: 1299, userId: user.id, again })
  const order = (again?: boolean) => customer.post('/api/create-order', body(again))
  return { pkg, user, customer, order }
}

const form = (packageId: number, fields = {}) => {
  const userData = buyerForm(fields)
  return { packageId, finalAmount: 1299, userData, again: false }
}
const countOrders = () => Order.query(shop.db).resultSize()

test('the same package within a day is asked about, and bought by who means it or does not ask', async () => {
  const { customer, order } = await openShop()
  const first = (await order(false)).json<CreateOrderResponse>()
  await payOrder(shop, customer, first)
  const message = `You bought this just now (${first.invoiceNumber}). Buy it again?`
  expectResponse(await order(false), 409, { code: 'bought_before', message })
  for (const since of ['1 minute', '4 minutes', '23 hours']) {
    await Order.query(shop.db).patch({ paidAt: shop.db.raw('now() - ?::interval', [since]) as never })
    expectResponse(await order(false), 409, { message: expect.stringContaining(`${since} ago`) })
  }
  expect((await order(true)).statusCode).toBe(201)
  // A caller that leaves the answer out is not asked.
  expect((await order()).statusCode).toBe(201)
  await Order.query(shop.db).patch({ paidAt: shop.db.raw(`now() - interval '25 hours'`) as never })
  expect((await order(false)).statusCode).toBe(201)
})

test('what was given back or cancelled is not asked about, nor is another package', async () => {
  const { customer, order, user } = await openShop()
  const other = await insertPackage(shop.db)
  const first = (await order(false)).json<CreateOrderResponse>()
  await payOrder(shop, customer, first)
  const body = { packageId: other.id, finalAmount: 1299, userId: user.id, again: false }
  expect((await customer.post('/api/create-order', body)).statusCode).toBe(201)
  await Order.query(shop.db).findById(first.id).patch({ status: 'cancelled' })
  expect((await order(false)).statusCode).toBe(201)
})

test('nobody learns what somebody else has bought, by their e-mail alone', async () => {
  const { customer, order, pkg } = await openShop()
  await payOrder(shop, customer, (await order(false)).json())
  const typed = form(pkg.id, { password: 'something-else' })
  const refused = await new Visitor(shop).post('/api/create-order', typed)
  expectRefused(refused, 'email_taken')
  expect(refused.body).not.toContain('bought')
  expectRefused(await new Visitor(shop).post('/api/create-order', form(pkg.id)), 'bought_before')
  const other = await signInAs(shop)
  const body = { packageId: pkg.id, finalAmount: 1299, userId: other.user.id, again: false }
  expectResponse(await other.browser.post('/api/create-order', body), 201)
})

test('two tabs of a customer get one order, also at once; without asking, two', async () => {
  const { order } = await openShop()
  const tabs = await Promise.all([order(false), order(false)])
  const ids = tabs.map((tab) => tab.json<CreateOrderResponse>().id)
  expect(ids[0]).toBe(ids[1])
  expect(await countOrders()).toBe(1)
  expect((await order()).json<CreateOrderResponse>().id).not.toBe(ids[0])
})

test('two tabs of a new buyer get one order, while the form, the password and the browser are the same', async () => {
  const pkg = await insertPackage(shop.db)
  const browser = new Visitor(shop)
  const buy = async (visitor: Visitor, fields = {}) =>
    (await visitor.post('/api/create-order', form(pkg.id, fields))).json<CreateOrderResponse>().id
  const first = await buy(browser)
  expect(await buy(browser)).toBe(first)
  const others = [
    // Comes first, while the newest order still has the same terms.
    await buy(new Visitor(shop)),
    await buy(browser, { reference: 'PO 2' }),
    await buy(browser, { password: 'another-secret' }),
    await buy(browser, { city: 'Aarhus' }),
  ]
  expect(others).not.toContain(first)
  expect(await countOrders()).toBe(5)
})

test('a tab gets no order of another one in other instalments: it has shown the plan of now', async () => {
  const { pkg, user, customer } = await openShop()
  const splitAt = async (share: number) => {
    const paymentPlan = [
      { label: 'To begin', share, due: 'purchase' },
      { label: 'At delivery', share: 100 - share, due: 'delivered' },
    ] as const
    await pkg.$query(shop.db).patch({ paymentPlan: [...paymentPlan] })
    const body = { packageId: pkg.id, finalAmount: 1299, userId: user.id, again: false, inInstalments: true }
    const asked = { ...body, firstInstalment: (1299 * share) / 100 }
    return (await customer.post('/api/create-order', asked)).json<CreateOrderResponse>()
  }
  const first = await splitAt(50)
  expect(first.amount).toBe(64_950)
  expect((await splitAt(50)).id).toBe(first.id)
  const other = await splitAt(30)
  expect(other.id).not.toBe(first.id)
  expect(other.amount).toBe(38_970)
})
