import { beforeEach, describe, expect, test } from 'vitest'
import type { StrayMoney } from '#api/contract/money/payments.ts'
import type { Operations } from '#api/contract/operations/jobs.ts'
import { money } from '#api/rules/money/money.ts'
import { fetchList, type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import type { Payment } from '#db/models/money/payment.ts'
import { insertOrder, insertPayment } from '#db/testing/builders.ts'

const shop = openTestApp()
let ada: SignedIn
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  ada = await signInAsAdmin(shop)
})

const insertStray = (fields: Partial<Payment> = {}) =>
  insertPayment(shop.db, { amountCents: 5_000, fulfilsOrder: false, flag: 'unknown_order', ...fields })
const list = (query = '') => fetchList<StrayMoney>(ada.browser, `/api/admin/money-without-order${query}`)
const lookAt = (id: number, body: object = {}) =>
  ada.browser.post(`/api/admin/money-without-order/${id}/looked-at`, body)
const countWaiting = async () =>
  (await ada.browser.get('/api/admin/operations')).json<Operations>().moneyToLookAt

describe('money without an order', () => {
  test('has payments without an order and flagged ones, and no others', async () => {
    const order = await insertOrder(shop.db)
    await insertStray({ orderId: order.id, fulfilsOrder: true, flag: null })
    const unknown = await insertStray()
    const other = await insertOrder(shop.db)
    const flagged = await insertStray({ orderId: other.id, fulfilsOrder: true, flag: 'coupon_over_limit' })
    const { rows, total } = await list()
    expect(total).toBe(2)
    expect(rows).toEqual([
      {
        id: flagged.id,
        providerPaymentId: flagged.providerPaymentId,
        amount: '50.00',
        currency: 'USD',
        flag: 'coupon_over_limit',
        order: { id: other.id, invoiceNumber: `INV-${other.id}`, paymentStatus: 'paid' },
        createdAt: flagged.createdAt.toISOString(),
        left: '50.00',
        refunds: [],
        looked: null,
      },
      expect.objectContaining({ id: unknown.id, order: null, flag: 'unknown_order' }),
    ])
    expect(await countWaiting()).toBe(2)
  })

  test('stays until an admin has looked at it, and then has who, when and the note', async () => {
    const { id } = await insertStray()
    const response = await lookAt(id, { note: '  Called the bank  ' })
    expect(response.json<StrayMoney>().looked).toEqual({
      at: expect.stringMatching(/Z$/),
      by: { id: ada.user.id, firstName: 'Ada', lastName: 'Minh' },
      note: 'Called the bank',
    })
    expect((await list()).rows).toEqual([])
    expect((await list('?looked=done')).rows).toMatchObject([{ id, looked: { note: 'Called the bank' } }])
    expect(await countWaiting()).toBe(0)
    // The first admin's note stays.
    expectResponse(await lookAt(id, { note: 'Again' }), 200, { looked: { note: 'Called the bank' } })
    const note = { field: 'note', from: null, to: 'Called the bank' }
    const changes = [note, { field: 'lookedAt', from: false, to: true }]
    const audit = (await ada.browser.get('/api/admin/audit-log?subject=payment')).json()
    expect(audit).toMatchObject([{ subjectId: id, changes }])
  })

  test('is searched by payment and invoice, sorted and paged', async () => {
    const order = await insertOrder(shop.db)
    const small = await insertStray({ amountCents: 100, orderId: order.id, flag: 'amount_mismatch' })
    const large = await insertStray({ amountCents: 90_000 })
    const idsOf = async (query: string) => (await list(query)).rows.map(({ id }) => id)
    expect(await idsOf(`?q=${large.providerPaymentId}`)).toEqual([large.id])
    expect(await idsOf(`?q=INV-${order.id}`)).toEqual([small.id])
    expect(await idsOf('?sort=amount')).toEqual([small.id, large.id])
    expect(await idsOf('?sort=-amount&limit=1&offset=1')).toEqual([small.id])
    for (const query of ['?looked=maybe', '?sort=flag'])
      expectResponse(await ada.browser.get(`/api/admin/money-without-order${query}`), 400)
  })

  test('goes back from here, order or none', async () => {
    const wanted = { amount: money(5_000, 'USD'), receipt: 'nobody', notes: {} }
    const opened = await shop.gateway.createOrder(wanted)
    const { razorpay_payment_id: providerPaymentId } = await shop.pay(opened.id)
    const { id } = await insertStray({ providerPaymentId })
    const path = `/api/admin/money-without-order/${id}/refunds`
    expectResponse(await ada.browser.post(path, { reason: 'Nobody knows whose it is' }), 201)
    await shop.finishJobs()
    expect((await list()).rows).toMatchObject([
      { id, left: '0.00', refunds: [{ status: 'processed', amount: '50.00' }] },
    ])
    expect(await shop.gateway.getPayment(providerPaymentId)).toMatchObject({ status: 'refunded' })
    expectRefused(await ada.browser.post(path, { reason: 'Again' }), 'already_refunded')
    const [entry] = (await ada.browser.get('/api/admin/audit-log?subject=refund')).json()
    expect(entry).toMatchObject({ subjectLabel: providerPaymentId })
  })

  test('that belongs to an order cannot be marked here, and an unknown one is 404', async () => {
    const order = await insertOrder(shop.db)
    const { id } = await insertStray({ orderId: order.id, fulfilsOrder: true, flag: null })
    expect((await lookAt(id)).statusCode).toBe(404)
    expect((await lookAt(999)).statusCode).toBe(404)
  })
})
