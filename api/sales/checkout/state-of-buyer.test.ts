/** In India, the buyer's state decides the tax. */
import { describe, expect, test } from 'vitest'
import { brand } from '#api/content/content.ts'
import type { InvoiceResponse } from '#api/contract/money/invoices.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { GUEST_PLACEHOLDERS } from '#api/rules/placeholders.ts'
import { signInAs } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, payOrder, signIn } from '#api/testing/buyer.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { insertPackage } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)

const { state: OWN_STATE } = brand.registeredAddress
const IN_PUNE = { country: 'IN', address: '12 MG Road', city: 'Pune', zipCode: '411001' }

async function orderByForm(fields: Record<string, unknown>, visitor = new Visitor(shop)) {
  const { id: packageId } = await insertPackage(shop.db)
  const userData = buyerForm({ ...IN_PUNE, ...fields })
  return visitor.post('/api/create-order', { packageId, finalAmount: 1299, userData })
}

/** Orders as a signed-in user. @returns the response */
async function orderByAccount(fields: Parameters<typeof signInAs>[1]) {
  const { id: packageId } = await insertPackage(shop.db)
  const { browser, user } = await signInAs(shop, { ...IN_PUNE, ...fields })
  return browser.post('/api/create-order', { packageId, finalAmount: 1299, userId: user.id })
}

describe('a purchase form', () => {
  test.each([
    ['Maharastra', 'This is not a state of India. Did you mean Maharashtra?'],
    ['Mumbai', 'This is not a state of India. Did you mean Maharashtra?'],
    ['Karnatka', 'This is not a state of India. Did you mean Karnataka?'],
    ['Atlantis', 'Please enter a state of India, such as Karnataka'],
    ['Not provided', 'Please enter a state of India, such as Karnataka'],
  ])('with the state %s is refused before anything is paid', async (state, message) => {
    expectResponse(await orderByForm({ state }), 400, { issues: [{ path: 'userData.state', message }] })
    expect(await Order.query(shop.db)).toEqual([])
  })

  test.each([
    ['महाराष्ट्र', 'Maharashtra (27)', ['IGST']],
    ['IN-MH', 'Maharashtra (27)', ['IGST']],
    // The API accepts a PIN code of another state.
    ['J&K', 'Jammu and Kashmir (01)', ['IGST']],
    [OWN_STATE ?? '', `${OWN_STATE} (08)`, ['CGST', 'SGST']],
  ])('with the state %s is taxed in %s, and keeps what was typed', async (state, place, labels) => {
    const visitor = new Visitor(shop)
    const form = buyerForm({ ...IN_PUNE, state })
    const placed = await orderByForm({ state }, visitor)
    const order = placed.json<CreateOrderResponse>()
    await payOrder(shop, visitor, order)
    const owner = await signIn(shop, form.email, form.password)
    const { document } = (await owner.get(`/api/orders/${order.orderId}/invoice`)).json<InvoiceResponse>()
    expect(document.tax).toMatchObject({ placeOfSupply: place, lines: labels.map((label) => ({ label })) })
    expect(document.buyer.state).toBe(state)
  })

  test('of another country has any state', async () => {
    expectResponse(await orderByForm({ country: 'GB', state: 'Mumbai' }), 201)
  })
})

describe('an account', () => {
  test('with a state that nobody understands orders nothing before it is corrected in the profile', async () => {
    const message = 'This is not a state of India. Did you mean Maharashtra?'
    expectResponse(await orderByAccount({ state: 'Maharastra' }), 400, {
      issues: [{ path: 'state', message }],
    })
  })

  test('may have any in its profile and its registration', async () => {
    const visitor = new Visitor(shop)
    const { taxId: _, ...form } = buyerForm({ ...IN_PUNE, state: 'Mumbai', email: 'mumbai@example.com' })
    expect((await visitor.post('/api/auth/register', form)).statusCode).toBe(201)
    const { browser, user } = await signInAs(shop)
    const { password: __, ...profile } = { ...form, email: user.email }
    expectResponse(await browser.put('/api/user/profile', profile), 200)
  })

  test.each([
    ['of a guest, who was asked for no address', GUEST_PLACEHOLDERS, 201],
    ['without an address', { ...IN_PUNE, address: '', state: '' }, 201],
    ['with an address without a state', { ...IN_PUNE, state: '' }, 400],
    ['with a state in its own script', { ...IN_PUNE, state: 'தமிழ்நாடு' }, 201],
  ])('%s is answered with %#', async (_, fields, status) => {
    expect((await orderByAccount(fields)).statusCode).toBe(status)
  })
})
