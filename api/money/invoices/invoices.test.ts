import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { brand } from '#api/content/content.ts'
import type {
  BillingDetailsBody,
  InvoiceDocument,
  InvoiceRecord,
  InvoiceResponse,
} from '#api/contract/money/invoices.ts'
import type { PersonalData } from '#api/contract/operations/personal-data.ts'
import { GUEST_PLACEHOLDERS } from '#api/rules/placeholders.ts'
import { signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { payOrder, placeModalOrder, signIn } from '#api/testing/buyer.ts'
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

/** A processed refund of an order of $1,299.00. */
async function insertRefund(order: Order, amountCents: number): Promise<Refund> {
  const payment = await Payment.query(shop.db)
    .findOne({ orderId: order.id, fulfilsOrder: true })
    .throwIfNotFound()
  const refund = await Refund.query(shop.db)
    .insert({
      paymentId: payment.id,
      amountCents,
      reason: 'Asked for',
      status: 'processed',
      processedAt: new Date(),
    })
    .returning('*')
  const all = await Refund.query(shop.db).where({ paymentId: payment.id })
  if (all.reduce((sum, one) => sum + one.amountCents, 0) === payment.amountCents) {
    await payment.$query(shop.db).patch({ status: 'refunded' })
    await Order.query(shop.db).findById(order.id).patch({ paymentStatus: 'refunded' })
  }
  return refund
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
    await insertRefund(order, 10_000)
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
    await expect(
      shop.db.raw(`UPDATE invoices SET document = NULL, sha256 = repeat('0', 64)`),
    ).rejects.toThrow('invoices is append-only')
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
    expect(row && read(row)).toEqual({
      kind: 'invoice',
      serial: row?.serial,
      orderId: order.id,
      orderNumber: `INV-${order.id}`,
      issuedAt: row?.issuedAt.toISOString(),
      issuedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      paidOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      fileId: expect.stringMatching(/^[0-9A-F]{32}$/),
      seller: {
        name: brand.legalName,
        lines: expect.arrayContaining(brand.registeredAddress.lines),
        taxLabel: brand.taxLabel,
        taxNumber: brand.taxNumber,
        email: brand.email.billing,
        phone: brand.phone,
      },
      buyer: {
        name: 'Clara Whitfield',
        email: order.buyer.email,
        phone: '+44 20 7946 0158',
        company: 'Whitfield Interiors',
        address: '18 Calvert Avenue',
        city: 'London',
        state: 'Greater London',
        country: 'GB',
        zipCode: 'E2 7JP',
      },
      lines: [
        {
          description: 'Business Website',
          note: 'Web Development',
          quantity: 1,
          unitAmount: '109440.75',
          amount: '109440.75',
        },
      ],
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
    const order = await insertPaidOrder(shop.db)
    const owner = await ownerOf(order)
    const before = (await owner.get(`/api/orders/${order.id}/invoice`)).body
    await User.query(shop.db)
      .findById(order.userId ?? 0)
      .patch({ address: '1 New Street', taxId: 'GB 1' })
    await Order.query(shop.db)
      .findById(order.id)
      .patch({ buyer: { ...order.buyer, address: '1 New Street' } as Buyer })
    expect((await owner.get(`/api/orders/${order.id}/invoice`)).body).toBe(before)
  })
})

describe('an invoice is issued', () => {
  test('by a job after the payment, once', async () => {
    const pkg = await insertPackage(shop.db)
    const visitor = new Visitor(shop)
    const placed = await placeModalOrder(visitor, { packageId: pkg.id, finalAmount: 1_299 })
    await shop.finishJobs()
    expect(await readRows()).toEqual([])
    await payOrder(shop, visitor, placed)
    await shop.finishJobs()
    await shop.finishJobs()
    expect(await readRows()).toMatchObject([{ kind: 'invoice', orderId: placed.orderId, number: 1 }])
  })

  test('for a free order, where no payment was due', async () => {
    const pkg = await insertPackage(shop.db)
    await insertCoupon(shop.db, { code: 'FREE', discountHundredths: 10_000 })
    const placed = await placeModalOrder(new Visitor(shop), {
      packageId: pkg.id,
      finalAmount: 0,
      form: { couponCode: 'FREE' },
    })
    await shop.finishJobs()
    expect(await readDocuments()).toMatchObject([
      {
        orderId: placed.orderId,
        total: '0.00',
        discount: { couponCode: 'FREE' },
        paymentMethod: 'No payment due',
      },
    ])
  })

  test('not for an order that was cancelled without a payment', async () => {
    const order = await insertOrder(shop.db, { paymentStatus: 'unpaid', status: 'cancelled' })
    await issue(order.id)
    const owner = await ownerOf(order)
    expect((await owner.get(`/api/orders/${order.id}/invoice`)).statusCode).toBe(404)
    expect((await owner.get(`/api/orders/${order.id}/credit-notes`)).statusCode).toBe(404)
    expect(await readRows()).toEqual([])
  })

  test('for orders from before there were invoices, in the order of their payments', async () => {
    const later = await insertPaidOrder(shop.db, { paidAt: new Date('2026-08-02') })
    const earlier = await insertPaidOrder(shop.db, { paidAt: new Date('2026-08-01') })
    await insertOrder(shop.db, { paymentStatus: 'unpaid' })
    const failed: number[] = []
    await issueMissingInvoices(shop.db, (_, orderId) => failed.push(orderId))
    expect((await readRows()).map(({ orderId }) => orderId)).toEqual([earlier.id, later.id])
    expect(failed).toEqual([])
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
    const refunded = [3_333, 3_333, 3_335]
    for (const amountCents of refunded) {
      await insertRefund(order, amountCents)
      await Promise.all([issue(order.id), issue(order.id)])
    }
    const [invoice, ...notes] = await readDocuments()
    expect(notes.map(({ paymentStatus }) => paymentStatus)).toEqual([
      'PARTLY REFUNDED',
      'PARTLY REFUNDED',
      'REFUNDED',
    ])
    expect(notes.map(({ charged }) => charged.amount)).toEqual(['33.33', '33.33', '33.35'])
    for (const note of notes)
      expect(note.corrects).toEqual({
        serial: invoice?.serial,
        issuedOn: invoice?.issuedOn,
        reason: 'refund',
      })
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
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const visitor = new Visitor(shop)
    const placed = await placeModalOrder(visitor, { packageId: pkg.id, finalAmount: 100 })
    await payOrder(shop, visitor, placed)
    await shop.finishJobs()
    const ada = await signInAsAdmin(shop)
    await ada.browser.post(`/api/admin/orders/${placed.orderId}/refunds`, { reason: 'Asked for' })
    await shop.finishJobs()
    expect((await readRows()).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
    const owner = await signIn(shop, 'grace@example.com', 'a-fine-secret')
    for (const reader of [owner, ada.browser]) {
      const notes = (await reader.get(`/api/orders/${placed.orderId}/credit-notes`)).json<InvoiceRecord[]>()
      expect(notes).toMatchObject([{ document: { kind: 'credit_note', paymentStatus: 'REFUNDED' } }])
    }
    expect((await owner.get(`/api/orders/${placed.orderId}/invoice`)).json()).toMatchObject({
      document: { kind: 'invoice', paymentStatus: 'PAID' },
      billingDetailsUntil: null,
    })
  })

  test('of a payment that did not pay the order is not credited', async () => {
    const order = await insertPaidOrder(shop.db)
    const second = await insertPayment(shop.db, {
      orderId: order.id,
      amountCents: order.amountCents,
      fulfilsOrder: false,
      flag: 'second_capture',
      status: 'refunded',
    })
    const { amountCents } = order
    await Refund.query(shop.db).insert({
      paymentId: second.id,
      amountCents,
      reason: 'second_capture',
      status: 'processed',
    })
    await issue(order.id)
    expect(await readDocuments()).toMatchObject([{ kind: 'invoice' }])
  })
})

describe('billing details', () => {
  test('that are completed credit the invoice and issue it anew', async () => {
    const order = await insertPaidOrder(shop.db)
    const owner = await ownerOf(order)
    const response = await owner.put(`/api/orders/${order.id}/billing-details`, details())
    expect(response.statusCode, response.body).toBe(200)
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
    expect(response.json<InvoiceResponse>().document).toEqual(after)
    // The same details again change nothing.
    expect((await owner.put(`/api/orders/${order.id}/billing-details`, details())).statusCode).toBe(200)
    expect(await readRows()).toHaveLength(3)
  })

  test.each([
    [{ state: 'Hovedstaden' }, 'state', 'Please enter a state of India, such as Karnataka'],
    [{ state: 'Maharastra' }, 'state', 'This is not a state of India. Did you mean Maharashtra?'],
    [
      { state: 'Not provided', address: 'Not provided' },
      'state',
      'Please enter a state of India, such as Karnataka',
    ],
    [{ taxId: 'DK 12345678' }, 'taxId', 'This is not a valid GSTIN. Please check your registration.'],
  ])('in India need what its tax goes by: %j is refused', async (wrong, path, message) => {
    const order = await insertPaidOrder(shop.db)
    const owner = await ownerOf(order)
    const right = details({ country: 'IN', state: 'Karnataka', taxId: '29AAGCB7383J1Z4' })
    const url = `/api/orders/${order.id}/billing-details`
    const response = await owner.put(url, { ...right, ...wrong })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ issues: [{ path, message }] })
    expect((await owner.put(url, right)).statusCode).toBe(200)
    expect((await readDocuments()).at(-1)?.tax?.placeOfSupply).toBe('Karnataka (29)')
  })

  test('of a private person have no company', async () => {
    const order = await insertPaidOrder(shop.db)
    const owner = await ownerOf(order)
    const { company: _, ...person } = details()
    expect((await owner.put(`/api/orders/${order.id}/billing-details`, person)).statusCode).toBe(200)
    expect((await readDocuments()).at(-1)?.buyer).not.toHaveProperty('company')
  })

  test('that change after a part went back are of what is left', async () => {
    const order = await insertPaidOrder(shop.db)
    await insertRefund(order, 29_900)
    const owner = await ownerOf(order)
    await owner.put(`/api/orders/${order.id}/billing-details`, details())
    await insertRefund(order, 100_000)
    await issue(order.id)
    const [, refunded, note, after, rest] = await readDocuments()
    expect([refunded, note, after, rest].map((one) => one?.charged.amount)).toEqual([
      '299.00',
      '1000.00',
      '1000.00',
      '1000.00',
    ])
    expect(after).toMatchObject({
      credited: refunded?.total,
      total: '84250.00',
      paymentStatus: 'PARTLY REFUNDED',
    })
    expect(rest).toMatchObject({ corrects: { serial: after?.serial }, paymentStatus: 'REFUNDED' })
  })

  test('are closed 30 days after the first invoice, whatever was issued since', async () => {
    const order = await insertPaidOrder(shop.db)
    const owner = await ownerOf(order)
    const change = (fields: Partial<BillingDetailsBody>) => changeDetails(order, details(fields))
    const until = (await owner.get(`/api/orders/${order.id}/invoice`)).json<InvoiceResponse>()
      .billingDetailsUntil
    const endMs = Date.parse(until ?? '')
    vi.useFakeTimers({ toFake: ['Date'], now: endMs - 1_000 })
    expect((await change({ city: 'Aarhus' })).statusCode).toBe(200)
    vi.setSystemTime(endMs + 1_000)
    const refused = await change({ city: 'Odense' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'billing_details_closed',
      message: expect.stringContaining('30 days'),
    })
    expect(await readRows()).toHaveLength(3)
  })

  /** Signs in with a session that is still valid at the time to which the test sets its clock. */
  async function changeDetails(order: Order, body: BillingDetailsBody) {
    const times = { expiresAt: `now() + interval '60 days'`, lastSeenAt: `now() + interval '30 days'` }
    const browser = await openSession(shop, order.userId ?? 0, times)
    return browser.put(`/api/orders/${order.id}/billing-details`, body)
  }

  test('of an order that was refunded in full stay', async () => {
    const order = await insertPaidOrder(shop.db)
    await insertRefund(order, order.amountCents)
    const owner = await ownerOf(order)
    const refused = await owner.put(`/api/orders/${order.id}/billing-details`, details())
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'order_refunded' })
  })
})

describe('who reads them', () => {
  test('the owner and admins; for anybody else, staff too, there is no such order', async () => {
    const order = await insertPaidOrder(shop.db)
    const readers: [Visitor, number][] = [
      [await ownerOf(order), 200],
      [(await signInAsAdmin(shop)).browser, 200],
      [(await signInAs(shop)).browser, 404],
      [(await signInAs(shop, { isStaff: true })).browser, 404],
      [new Visitor(shop), 401],
    ]
    for (const [reader, status] of readers) {
      expect((await reader.get(`/api/orders/${order.id}/invoice`)).statusCode).toBe(status)
      expect((await reader.get(`/api/orders/${order.id}/credit-notes`)).statusCode).toBe(status)
    }
    const ada = await signInAsAdminAgain()
    expect((await ada.put(`/api/orders/${order.id}/billing-details`, details())).statusCode).toBe(404)
  })

  async function signInAsAdminAgain() {
    const ada = await User.query(shop.db).findOne({ email: 'ada@shop.example' }).throwIfNotFound()
    return openSession(shop, ada.id)
  }

  test('nobody once the customer was erased; the row stays', async () => {
    const order = await insertPaidOrder(shop.db, { status: 'completed' })
    const ada = await signInAsAdmin(shop)
    await issue(order.id)
    const before = await readRows()
    expect((await ada.browser.post(`/api/admin/users/${order.userId}/erasure`)).statusCode).toBe(204)
    expect((await ada.browser.get(`/api/orders/${order.id}/invoice`)).statusCode).toBe(404)
    expect(await readRows()).toEqual(before)
    expect(await shop.db('kept_invoices')).toEqual([])
  })

  test('an order whose customer was erased before there were invoices is issued to the buyer that was kept', async () => {
    const order = await insertPaidOrder(shop.db, { status: 'completed' })
    const ada = await signInAsAdmin(shop)
    await ada.browser.post(`/api/admin/users/${order.userId}/erasure`)
    await issueMissingInvoices(shop.db, (error) => {
      throw error
    })
    expect(await readDocuments()).toMatchObject([{ buyer: { name: 'Clara Whitfield' } }])
  })

  test('the customer, with all else that is stored about them', async () => {
    const order = await insertPaidOrder(shop.db)
    await insertRefund(order, 10_000)
    await issue(order.id)
    const owner = await ownerOf(order)
    const { invoices } = (await owner.get('/api/user/data')).json<PersonalData>()
    expect(invoices.map(({ document }) => document)).toEqual(await readDocuments())
  })
})
