/** The examples of docs/make-it-yours.md, 2. Money and tax: each is valid, sells in its currencies, and invoices its tax. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brand, currencies } from '#api/content/content.ts'
import type { Content } from '#api/contract/content/content.ts'
import type { InvoiceRecord } from '#api/contract/money/invoices.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { issueDocuments } from '#api/money/invoices/issue.ts'
import { isTaxCharged } from '#api/rules/money/tax.ts'
import { signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { buyerForm, payOrder } from '#api/testing/buyer.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import type { Order } from '#db/models/orders/order.ts'
import { GRACE_HOLM, insertPackage, insertPaidOrder } from '#db/testing/builders.ts'
import { describeInvoice } from '#site/invoice/describe-invoice.ts'
import { type Example, writeExample } from './example-companies.ts'

const shop = openTestApp()
const own = structuredClone({ brand, currencies })
const IN_LEEDS = { country: 'GB', city: 'Leeds', state: 'West Yorkshire', zipCode: 'LS1 4AP' }
const IN_KARNATAKA = { country: 'IN', city: 'Bengaluru', state: 'Karnataka', zipCode: '560001' }
const REFERENCE = 'PO-2026/0457'
const PRICES = { USD: 129_900, INR: 10_990_000, SGD: 168_900 }
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})

/** Becomes the example for the tests of this group. @returns what its policies say */
function become(example: Example): () => string {
  let content: Content
  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'example-'))
    content = await writeExample(example, dir)
    await rm(dir, { recursive: true })
    Object.assign(brand, content.brand)
    Object.assign(currencies, { showsRupees: false, minimum: undefined, ...content.currencies })
  })
  afterAll(() => {
    Object.assign(brand, own.brand)
    Object.assign(currencies, own.currencies)
  })
  return () => content.policies.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
}

async function readDocuments({ id }: Pick<Order, 'id'>): Promise<InvoiceRecord[]> {
  await issueDocuments(shop.db, id)
  return (await admin.get(`/api/admin/orders/${id}/invoices`)).json<InvoiceRecord[]>()
}

/** @returns the texts of the invoice of a purchase */
async function buyIn(currency: keyof typeof PRICES, place: typeof IN_LEEDS): Promise<string> {
  const { [currencies.default as keyof typeof PRICES]: priceCents, ...otherPrices } = PRICES
  const { id } = await insertPackage(shop.db, { currency: currencies.default, priceCents, otherPrices })
  const visitor = new Visitor(shop)
  const userData = buyerForm({ ...place, reference: REFERENCE, email: `${currency}@example.com` })
  const body = { packageId: id, finalAmount: PRICES[currency] / 100, currency, userData }
  const placed = await visitor.post('/api/create-order', body)
  expect(placed.statusCode, placed.body).toBe(201)
  const order = placed.json<CreateOrderResponse>()
  expect((await payOrder(shop, visitor, order)).statusCode).toBe(200)
  const [invoice] = (await readDocuments(order)).map(describeInvoice)
  return JSON.stringify(invoice)
}

describe('India', () => {
  const readPolicies = become('india')

  test('rupees at home with GST', async () => {
    const invoice = await buyIn('INR', IN_KARNATAKA)
    for (const fact of [
      'Tax invoice',
      'IGST 18%',
      'Place of supply: Karnataka (29)',
      '₹1,09,900.00',
      REFERENCE,
    ])
      expect.soft(invoice).toContain(fact)
    expect.soft(invoice).not.toMatch(/\$|dollar|rate of/i)
  })

  test('dollars abroad without, and rupees beside them', async () => {
    const invoice = await buyIn('USD', IN_LEEDS)
    for (const fact of ['IGST 0%', 'WITHOUT PAYMENT OF INTEGRATED TAX', '$1,299.00', '₹'])
      expect.soft(invoice).toContain(fact)
    const said = readPolicies()
    const means = 'by card or, in Indian rupees, by UPI or Netbanking, through our payment provider'
    expect.soft(said).toContain(means)
    expect.soft(said).toContain('Rupees beside dollars on an invoice are for information.')
  })
})

describe('the United States', () => {
  const readPolicies = become('unitedStates')

  test('dollars alone, no tax, no rupees', async () => {
    const invoice = await buyIn('USD', IN_LEEDS)
    for (const fact of ['Invoice', 'EIN 00-0000000', '$1,299.00', 'Charged in USD.', REFERENCE])
      expect.soft(invoice).toContain(fact)
    const said = readPolicies()
    expect.soft(said).toContain('Prices are in US dollars and are fixed.')
    expect.soft(`${invoice} ${said}`).not.toMatch(/₹|rupee|Tax invoice|Taxable|reverse charge/i)
  })
})

describe('Singapore', () => {
  const readPolicies = become('singapore')

  test('its own dollars at home with GST, US dollars abroad without', async () => {
    const home = await buyIn('SGD', { ...IN_LEEDS, country: 'SG' })
    for (const fact of ['Tax invoice', 'GST Reg. No. M90000000X', 'GST 9%', '139.46', '1,549.54'])
      expect.soft(home).toContain(fact)
    const abroad = await buyIn('USD', IN_LEEDS)
    for (const fact of ['GST 0%', 'Zero-rated supply', '$1,299.00', REFERENCE])
      expect.soft(abroad).toContain(fact)
    expect.soft(`${home} ${abroad} ${readPolicies()}`).not.toMatch(/₹|rupee/i)
  })
})

describe('the tax of Singapore in a shop of dollars that shows rupees beside them', () => {
  become('singapore')
  beforeAll(() => {
    Object.assign(currencies, own.currencies)
  })

  /** An order of $109.00 at ₹100 to the dollar. */
  const order = (country: string) =>
    insertPaidOrder(shop.db, {
      originalCents: 10_900,
      amountCents: 10_900,
      usdInrRate: '100',
      buyer: { ...GRACE_HOLM, country, state: 'Karnataka', taxId: '29AAGCB7383J1Z4' },
    })

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
    expect(credit?.sums[0]?.rows).toMatchObject([
      { charged: '$50.00' },
      { label: 'GST 9%', charged: '$4.50' },
    ])
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
})
