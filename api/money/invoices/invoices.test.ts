import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { brand } from '#api/content/content.ts'
import type { BillingDetailsBody, InvoiceDocument, InvoiceResponse } from '#api/contract/money/invoices.ts'
import { GUEST_PLACEHOLDERS } from '#api/rules/placeholders.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { payOrder, placeOrder, signIn } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, succeed } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order } from '#db/models/orders/order.ts'
import type { Buyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import {
  GRACE_HOLM,
  insertCoupon,
  insertInvoice,
  insertOrder,
  insertPackage,
  insertPaidOrder,
  insertPayment,
  insertRefund,
  insertUser,
} from '#db/testing/builders.ts'
import { issueDocuments, issueMissingInvoices, updateLedgers } from './issue.ts'

const shop = openTestApp({ hasProcessRole: true })
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))
afterEach(() => {
  vi.useRealTimers()
})

const issue = (orderId: number) => issueDocuments(shop.db, orderId)
const readRows = () => Invoice.query(shop.db).orderBy('id')
const read = ({ document }: Invoice) => JSON.parse(document ?? '') as InvoiceDocument
const readDocuments = async () => (await readRows()).map(read)
const ownerOf = ({ userId }: Order) => openSession(shop, userId ?? 0)

/** A processed refund, of the whole by default. */
async function refund(order: Order, amountCents = order.amountCents): Promise<void> {
  const { paymentId } = await insertRefund(shop.db, { orderId: order.id, amountCents })
  const all = await Refund.query(shop.db).where({ paymentId })
  if (all.reduce((sum, one) => sum + one.amountCents, 0) < order.amountCents) return
  await Payment.query(shop.db).findById(paymentId).patch({ status: 'refunded' })
  await order.$query(shop.db).patch({ paymentStatus: 'refunded' })
}

const details = (fields: Partial<BillingDetailsBody> = {}): BillingDetailsBody => ({
  firstName: 'Grace',
  lastName: 'Holm',
  company: 'Holm & Sons',
  address: 'Bredgade 12',
  city: 'Copenhagen',
  state: 'Hovedstaden',
  country: 'DK',
  zipCode: '1260',
  ...fields,
})

/** @returns the order with its owner, and what changes its billing details */
async function sell() {
  const order = await insertPaidOrder(shop.db)
  const owner = await ownerOf(order)
  const path = `/api/orders/${order.id}`
  return { order, owner, path, change: (body: object) => owner.put(`${path}/billing-details`, body) }
}

describe('numbers', () => {
  test('of fifty orders that are issued at once are consecutive, in the order of their issue', async () => {
    const pkg = await insertPackage(shop.db)
    const { id: userId } = await insertUser(shop.db)
    const ids: number[] = []
    for (let nth = 0; nth < 50; nth += 1)
      ids.push((await insertPaidOrder(shop.db, { packageId: pkg.id, userId })).id)
    // Issues each twice at once, as a job and a reader would.
    await Promise.all([...ids, ...ids].map(issue))
    const rows = await Invoice.query(shop.db).orderBy('number')
    expect(rows.map(({ number }) => number)).toEqual([...ids.keys()].map((index) => index + 1))
    expect(rows.map(({ orderId }) => orderId).toSorted((a, b) => a - b)).toEqual(ids)
    const times = rows.map(({ issuedAt }) => issuedAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  test('are not lost with a process that dies after it took one', async () => {
    const [first, second] = [await insertPaidOrder(shop.db), await insertPaidOrder(shop.db)]
    const dying = shop.db.transaction(async (trx) => {
      await updateLedgers(trx, await Order.query(trx).findById(first.id).forUpdate().throwIfNotFound())
      const { rows } = await trx.raw('SELECT pg_backend_pid() AS pid')
      await shop.db.raw('SELECT pg_terminate_backend(?)', [rows[0].pid])
      await trx.raw('SELECT 1')
    })
    await expect(dying).rejects.toThrow()
    await issue(second.id)
    await issue(first.id)
    expect((await readRows()).map(({ serial, orderId }) => [serial.slice(-6), orderId])).toEqual([
      ['000001', second.id],
      ['000002', first.id],
    ])
  })

  test('of credit notes are their own', async () => {
    const order = await insertPaidOrder(shop.db)
    await refund(order, 10_000)
    await issue(order.id)
    const [invoice, note] = await readRows()
    expect(invoice).toMatchObject({ kind: 'invoice', number: 1 })
    expect(note).toMatchObject({ kind: 'credit_note', number: 1, serial: `CN-${invoice?.serial}` })
  })
})

describe('an issued document', () => {
  test.each([
    ['changed', `UPDATE invoices SET serial = '26-27-999999'`],
    ['emptied', 'UPDATE invoices SET document = NULL'],
    ['deleted', 'DELETE FROM invoices'],
    ['truncated', 'TRUNCATE invoices CASCADE'],
  ])('cannot be %s, by the owner neither', async (_, statement) => {
    await insertInvoice(shop.db)
    await expect(shop.db.raw(statement)).rejects.toThrow('invoices is append-only')
  })

  test('is emptied after seven years, and nothing else of it changes', async () => {
    await insertInvoice(shop.db, { issuedAt: new Date('2019-01-01') })
    const more = shop.db.raw(`UPDATE invoices SET document = NULL, sha256 = repeat('0', 64)`)
    await expect(more).rejects.toThrow('invoices is append-only')
    await shop.db.raw('UPDATE invoices SET document = NULL')
    expect(await readRows()).toMatchObject([{ document: null, serial: '26-27-1' }])
  })

  test('is JSON with sorted keys, and its hash is that of the text', async () => {
    const order = await insertPaidOrder(shop.db)
    await issue(order.id)
    const [row] = await readRows()
    const text = row?.document ?? ''
    const keys = Object.keys(JSON.parse(text))
    expect(keys).toEqual(keys.toSorted())
    expect(text).not.toMatch(/": |, "/)
    expect(row?.sha256).toBe(createHash('sha256').update(text).digest('hex'))
  })

  test('has seller, buyer, price, discount and payment as they were', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'WELCOME20' })
    const order = await insertPaidOrder(shop.db, {
      originalCents: 129_900,
      discountCents: 25_980,
      amountCents: 103_920,
      couponId: coupon.id,
      couponCode: coupon.code,
    })
    await issue(order.id)
    const payment = await Payment.query(shop.db).findOne({ orderId: order.id })
    const [row] = await readRows()
    const { firstName: _, lastName: __, jobTitle: ___, taxId: ____, ...contact } = order.buyer
    const aDay = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    const amounts = { unitAmount: '109440.75', amount: '109440.75' }
    expect(row && read(row)).toEqual({
      kind: 'invoice',
      serial: row?.serial,
      orderId: order.id,
      orderNumber: `INV-${order.id}`,
      issuedAt: row?.issuedAt.toISOString(),
      issuedOn: aDay,
      paidOn: aDay,
      fileId: expect.stringMatching(/^[0-9A-F]{32}$/),
      seller: {
        name: brand.legalName,
        lines: expect.arrayContaining(brand.registeredAddress.lines),
        taxLabel: brand.taxLabel,
        taxNumber: brand.taxNumber,
        email: brand.email.billing,
        phone: brand.phone,
      },
      buyer: { name: 'Clara Whitfield', ...contact },
      lines: [{ description: 'Business Website', note: 'Web Development', quantity: 1, ...amounts }],
      discount: { couponCode: 'WELCOME20', amount: '21888.15' },
      tax: expect.objectContaining({ placeOfSupply: 'Outside India (96)', taxableAmount: '87552.60' }),
      currency: 'INR',
      total: '87552.60',
      charged: { amount: '1039.20', currency: 'USD', rate: '84.250000' },
      paymentMethod: 'Razorpay (Online)',
      paymentId: payment?.providerPaymentId,
      paymentStatus: 'PAID',
    })
  })

  test('has none of the words that stand for what a guest was not asked', async () => {
    const order = await insertPaidOrder(shop.db, { buyer: { ...GRACE_HOLM, ...GUEST_PLACEHOLDERS } })
    await issue(order.id)
    const { name, email, phone } = { name: 'Grace Holm', ...GRACE_HOLM }
    expect((await readDocuments())[0]?.buyer).toEqual({ name, email, phone })
  })

  test('stays as it is when its buyer moves', async () => {
    const { order, owner, path } = await sell()
    const before = (await owner.get(`${path}/invoice`)).body
    const address = '1 New Street'
    await User.query(shop.db).patch({ address, taxId: 'GB 1' })
    await order.$query(shop.db).patch({ buyer: { ...order.buyer, address } })
    expect((await owner.get(`${path}/invoice`)).body).toBe(before)
  })
})

describe('an invoice is issued', () => {
  test('by a job after the payment, once', async () => {
    const visitor = new Visitor(shop)
    const placed = await placeOrder(shop, { visitor })
    await shop.finishJobs()
    expect(await readRows()).toEqual([])
    await payOrder(shop, visitor, placed)
    await shop.finishJobs()
    await shop.finishJobs()
    expect(await readRows()).toMatchObject([{ kind: 'invoice', orderId: placed.orderId, number: 1 }])
  })

  test('for a free order, where no payment was due', async () => {
    await insertCoupon(shop.db, { code: 'FREE', discountHundredths: 10_000 })
    const { orderId } = await placeOrder(shop, { finalAmount: 0, form: { couponCode: 'FREE' } })
    await shop.finishJobs()
    const free = { total: '0.00', discount: { couponCode: 'FREE' }, paymentMethod: 'No payment due' }
    expect(await readDocuments()).toMatchObject([{ orderId, ...free }])
  })

  test('not for an order that was cancelled without a payment', async () => {
    const order = await insertOrder(shop.db, { paymentStatus: 'unpaid', status: 'cancelled' })
    await issue(order.id)
    const owner = await ownerOf(order)
    for (const what of ['invoice', 'credit-notes'])
      expectResponse(await owner.get(`/api/orders/${order.id}/${what}`), 404)
    expect(await readRows()).toEqual([])
  })

  test('for orders from before there were invoices, in the order of their payments', async () => {
    const later = await insertPaidOrder(shop.db, { paidAt: new Date('2026-08-02') })
    const earlier = await insertPaidOrder(shop.db, { paidAt: new Date('2026-08-01') })
    await insertOrder(shop.db, { paymentStatus: 'unpaid' })
    await issueMissingInvoices(shop.db, expect.fail)
    expect((await readRows()).map(({ orderId }) => orderId)).toEqual([earlier.id, later.id])
  })
})

describe('a refund', () => {
  test('is credited once, and all credit notes together take back the invoice to the last paisa', async () => {
    const order = await insertPaidOrder(shop.db, {
      originalCents: 10_001,
      amountCents: 10_001,
      usdInrRate: '84.123457',
      buyer: { ...GRACE_HOLM, country: 'IN', state: brand.registeredAddress.state } as Buyer,
    })
    for (const amountCents of [3_333, 3_333, 3_335]) {
      await refund(order, amountCents)
      await Promise.all([issue(order.id), issue(order.id)])
    }
    const [invoice, ...notes] = await readDocuments()
    expect(notes.map(({ paymentStatus, charged }) => [paymentStatus, charged.amount])).toEqual([
      ['PARTLY REFUNDED', '33.33'],
      ['PARTLY REFUNDED', '33.33'],
      ['REFUNDED', '33.35'],
    ])
    const corrects = { serial: invoice?.serial, issuedOn: invoice?.issuedOn, reason: 'refund' }
    for (const note of notes) expect(note.corrects).toEqual(corrects)
    const sum = (choose: (document: InvoiceDocument) => string | undefined) =>
      notes.reduce((total, note) => total + Number(choose(note)?.replace('.', '')), 0)
    const amounts: ((document: InvoiceDocument) => string | undefined)[] = [
      ({ total }) => total,
      ({ tax }) => tax?.taxableAmount,
      ({ tax }) => tax?.lines[0]?.amount,
      ({ tax }) => tax?.lines[1]?.amount,
    ]
    for (const choose of amounts)
      expect(sum(choose)).toBe(Number(choose(invoice as InvoiceDocument)?.replace('.', '')))
  })

  test('by an admin is credited by a job, and its owner and admins read the credit note', async () => {
    const visitor = new Visitor(shop)
    const placed = await placeOrder(shop, { visitor })
    await payOrder(shop, visitor, placed)
    await shop.finishJobs()
    const ada = await signInAsAdmin(shop)
    await ada.browser.post(`/api/admin/orders/${placed.orderId}/refunds`, { reason: 'Asked for' })
    await shop.finishJobs()
    expect((await readRows()).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
    const owner = await signIn(shop, 'grace@example.com', 'a-fine-secret')
    const path = `/api/orders/${placed.orderId}`
    for (const reader of [owner, ada.browser]) {
      const note = { kind: 'credit_note', paymentStatus: 'REFUNDED' }
      expect((await reader.get(`${path}/credit-notes`)).json()).toMatchObject([{ document: note }])
    }
    const paid = { document: { kind: 'invoice', paymentStatus: 'PAID' }, billingDetailsUntil: null }
    expectResponse(await owner.get(`${path}/invoice`), 200, paid)
  })

  test('of a payment that did not pay the order is not credited', async () => {
    const order = await insertPaidOrder(shop.db)
    const { id: orderId, amountCents } = order
    const stray = { fulfilsOrder: false, flag: 'second_capture', status: 'refunded' } as const
    const { id: paymentId } = await insertPayment(shop.db, { orderId, amountCents, ...stray })
    await insertRefund(shop.db, { orderId, paymentId, reason: 'second_capture' })
    await issue(order.id)
    expect(await readDocuments()).toMatchObject([{ kind: 'invoice' }])
  })
})

describe('billing details', () => {
  test('that are completed credit the invoice and issue it anew', async () => {
    const { order, change } = await sell()
    const { document } = await succeed<InvoiceResponse>(change(details()))
    const [before, note, after] = await readDocuments()
    expect(note).toMatchObject({
      kind: 'credit_note',
      total: before?.total,
      buyer: before?.buyer,
      corrects: { serial: before?.serial, reason: 'billing_details' },
      paymentStatus: 'PAID',
    })
    expect(after).toMatchObject({
      kind: 'invoice',
      total: before?.total,
      buyer: { name: 'Grace Holm', country: 'DK', email: order.buyer.email, phone: '+44 20 7946 0158' },
    })
    expect(document).toEqual(after)
    // The same details again change nothing.
    expectResponse(await change(details()), 200)
    expect(await readRows()).toHaveLength(3)
  })

  test.each([
    [{ state: 'Hovedstaden' }, 'state', 'Please enter a state of India, such as Karnataka'],
    [{ state: 'Maharastra' }, 'state', 'This is not a state of India. Did you mean Maharashtra?'],
    [{ state: 'Not provided' }, 'state', 'Please enter a state of India, such as Karnataka'],
    [{ taxId: 'DK 12345678' }, 'taxId', 'This is not a valid GSTIN. Please check your registration.'],
  ])('in India need what its tax goes by: %j is refused', async (wrong, path, message) => {
    const { change } = await sell()
    const right = details({ country: 'IN', state: 'Karnataka', taxId: '29AAGCB7383J1Z4' })
    expectResponse(await change({ ...right, ...wrong }), 400, { issues: [{ path, message }] })
    expectResponse(await change(right), 200)
    expect((await readDocuments()).at(-1)?.tax?.placeOfSupply).toBe('Karnataka (29)')
  })

  test('of a private person have no company', async () => {
    const { change } = await sell()
    const { company: _, ...person } = details()
    expectResponse(await change(person), 200)
    expect((await readDocuments()).at(-1)?.buyer).not.toHaveProperty('company')
  })

  test('that change after a part went back are of what is left', async () => {
    const { order, change } = await sell()
    await refund(order, 29_900)
    await change(details())
    await refund(order, 100_000)
    await issue(order.id)
    const [, refunded, note, after, rest] = await readDocuments()
    const charged = [refunded, note, after, rest].map((one) => one?.charged.amount)
    expect(charged).toEqual(['299.00', '1000.00', '1000.00', '1000.00'])
    const left = { credited: refunded?.total, total: '84250.00' }
    expect(after).toMatchObject({ ...left, paymentStatus: 'PARTLY REFUNDED' })
    expect(rest).toMatchObject({ corrects: { serial: after?.serial }, paymentStatus: 'REFUNDED' })
  })

  test('are closed 30 days after the first invoice, whatever was issued since', async () => {
    const { order, owner, path } = await sell()
    const { billingDetailsUntil } = await succeed<InvoiceResponse>(owner.get(`${path}/invoice`))
    const endMs = Date.parse(billingDetailsUntil ?? '')
    /** With a session that is still valid at the time to which the test sets its clock. */
    const change = async (city: string) => {
      const times = { expiresAt: `now() + interval '60 days'`, lastSeenAt: `now() + interval '30 days'` }
      const browser = await openSession(shop, order.userId ?? 0, times)
      return browser.put(`${path}/billing-details`, details({ city }))
    }
    vi.useFakeTimers({ toFake: ['Date'], now: endMs - 1_000 })
    expectResponse(await change('Aarhus'), 200)
    vi.setSystemTime(endMs + 1_000)
    const closed = { code: 'billing_details_closed', message: expect.stringContaining('30 days') }
    expectResponse(await change('Odense'), 409, closed)
    expect(await readRows()).toHaveLength(3)
  })

  test('of an order that was refunded in full stay', async () => {
    const { order, change } = await sell()
    await refund(order)
    expectRefused(await change(details()), 'order_refunded')
  })
})

describe('of a customer who was erased', () => {
  const insertFinished = () => insertPaidOrder(shop.db, { status: 'completed' })

  test('nobody reads an invoice; its row stays', async () => {
    const order = await insertFinished()
    const ada = await signInAsAdmin(shop)
    await issue(order.id)
    const before = await readRows()
    expectResponse(await ada.browser.post(`/api/admin/users/${order.userId}/erasure`), 204)
    expectResponse(await ada.browser.get(`/api/orders/${order.id}/invoice`), 404)
    expect(await readRows()).toEqual(before)
    expect(await shop.db('kept_invoices')).toEqual([])
  })

  test('an order from before there were invoices is issued to the buyer that was kept', async () => {
    const order = await insertFinished()
    const ada = await signInAsAdmin(shop)
    await ada.browser.post(`/api/admin/users/${order.userId}/erasure`)
    await issueMissingInvoices(shop.db, expect.fail)
    expect(await readDocuments()).toMatchObject([{ buyer: { name: 'Clara Whitfield' } }])
  })
})
