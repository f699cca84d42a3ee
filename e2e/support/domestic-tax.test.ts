/** A tax of the company's own country (`domestic`): the example in Singapore invoices its GST. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brand } from '#api/content/content.ts'
import type { InvoiceRecord } from '#api/contract/money/invoices.ts'
import { issueDocuments } from '#api/money/invoices/issue.ts'
import { isTaxCharged } from '#api/rules/money/tax.ts'
import { signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import type { Order } from '#db/models/orders/order.ts'
import { GRACE_HOLM, insertPaidOrder } from '#db/testing/builders.ts'
import { describeInvoice } from '#site/invoice/describe-invoice.ts'
import { writeExample } from './example-companies.ts'

const shop = openTestApp()
const indian = structuredClone(brand)
let dir: string
let admin: Visitor
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'singapore-'))
  Object.assign(brand, (await writeExample('singapore', dir)).brand)
})
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})
afterAll(async () => {
  Object.assign(brand, indian)
  await rm(dir, { recursive: true })
})

/** An order of $109.00 at ₹100 to the dollar. */
const order = (country: string) =>
  insertPaidOrder(shop.db, {
    originalCents: 10_900,
    amountCents: 10_900,
    usdInrRate: '100',
    buyer: { ...GRACE_HOLM, country, state: 'Karnataka', taxId: '29AAGCB7383J1Z4' },
  })

async function readDocuments({ id }: Order): Promise<InvoiceRecord[]> {
  await issueDocuments(shop.db, id)
  return (await admin.get(`/api/admin/orders/${id}/invoices`)).json<InvoiceRecord[]>()
}

test('a buyer in Singapore has 9% GST in the invoice, and in the part that goes back', async () => {
  const sold = await order('SG')
  const payment = await Payment.query(shop.db).findOne({ orderId: sold.id }).throwIfNotFound()
  const refund = { paymentId: payment.id, amountCents: 5_450, reason: 'Asked for' }
  await Refund.query(shop.db).insert({ ...refund, status: 'processed', processedAt: new Date() })

  const [invoice, credit] = (await readDocuments(sold)).map(describeInvoice)
  expect(invoice).toMatchObject({
    title: 'Tax invoice',
    tax: [],
    sums: [
      {
        rows: [
          { label: 'Taxable value', charged: '$100.00', shown: '₹10,000.00' },
          { label: 'GST 9%', charged: '$9.00', shown: '₹900.00' },
        ],
        note: 'Standard-rated supply. The price includes GST.',
      },
    ],
  })
  expect(invoice?.seller.lines).toContain('GST Reg. No. M90000000X')
  expect(credit?.sums[0]?.rows).toMatchObject([{ charged: '$50.00' }, { label: 'GST 9%', charged: '$4.50' }])
  expect(isTaxCharged(brand, 'SG')).toBe(true)
})

test('a buyer abroad has none, with the sentence for it', async () => {
  const [invoice] = (await readDocuments(await order('IN'))).map(describeInvoice)
  // Singapore requires Singapore dollars on a tax invoice. A zero-rated supply needs no tax invoice.
  expect(invoice?.title).toBe('Invoice')
  expect(invoice?.sums).toMatchObject([
    {
      rows: [{ charged: '$109.00' }, { label: 'GST 0%', charged: '$0.00', shown: '₹0.00' }],
      note: 'Zero-rated supply of international services',
    },
  ])
  expect(isTaxCharged(brand, 'IN')).toBe(false)
})

test('completed billing details decide the tax anew, and the first invoice stays as it was', async () => {
  const { browser, user } = await signInAs(shop)
  const sold = await insertPaidOrder(shop.db, {
    userId: user.id,
    originalCents: 10_900,
    amountCents: 10_900,
    usdInrRate: '100',
    buyer: { ...GRACE_HOLM, country: 'SG' },
  })
  const before = await readDocuments(sold)
  const {
    email: _,
    phone: __,
    jobTitle: ___,
    ...details
  } = { ...GRACE_HOLM, country: 'IN', state: 'Anywhere' }
  const answer = await browser.put(`/api/orders/${sold.id}/billing-details`, details)
  expect(answer.statusCode, answer.body).toBe(200)

  const [first, credit, anew] = await readDocuments(sold)
  expect(first).toEqual(before[0])
  expect(credit?.document.tax?.lines[0]?.amount).toBe('900.00')
  expect(anew?.document.tax?.lines[0]?.amount).toBe('0.00')
})

test('the accountant’s file has a column for the tax', async () => {
  for (const country of ['SG', 'IN']) await issueDocuments(shop.db, (await order(country)).id)
  const [head, home, abroad] = (await admin.get('/api/admin/invoices.csv')).body.split('\r\n')
  expect(head).toMatch(/"Charged currency","Customer reference","Tax","Tax rate \(%\)","Tax amount"$/)
  expect(home).toMatch(/"","","10000.00","","","","10900.00",.*"GST","9","900.00"$/)
  expect(abroad).toMatch(/"29AAGCB7383J1Z4","","","10900.00","","","","10900.00",.*"GST","0","0.00"$/)
})
