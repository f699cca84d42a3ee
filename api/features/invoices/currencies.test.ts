import { expect, test } from 'vitest'
import { Invoice } from '../../../db/models/invoice.ts'
import type { Order } from '../../../db/models/order.ts'
import { Payment, Refund } from '../../../db/models/payment.ts'
import { GRACE_HOLM, insertPaidOrder } from '../../../db/testing/builders.ts'
import { brand, currencies } from '../../content/content.ts'
import type { InvoiceDocument } from '../../contract/invoices.ts'
import { signInAsAdmin } from '../../testing/back-office.ts'
import { checkBooksAfterEach } from '../../testing/books.ts'
import { FOUR_CURRENCIES, sellIn } from '../../testing/sell-in.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { issueDocuments } from './issue.ts'

const shop = openTestApp({ hasProcessRole: true })
checkBooksAfterEach(shop)
sellIn(FOUR_CURRENCIES)

const OF_KARNATAKA = { ...GRACE_HOLM, country: 'IN', state: 'Karnataka', taxId: '29AAGCB7383J1Z4' }

function order(currency: string, minor: number, buyer = { ...GRACE_HOLM, country: 'DE' }): Promise<Order> {
  const price = { originalCents: minor, amountCents: minor, currency, usdInrRate: '100' }
  return insertPaidOrder(shop.db, { ...price, buyer })
}

async function issue({ id: orderId }: Order): Promise<InvoiceDocument[]> {
  await issueDocuments(shop.db, orderId)
  const rows = await Invoice.query(shop.db).where({ orderId }).orderBy('id')
  return rows.map(({ document }) => JSON.parse(document ?? ''))
}

async function refund({ id: orderId }: Order, amountCents: number): Promise<void> {
  const payment = await Payment.query(shop.db).findOne({ orderId }).throwIfNotFound()
  const processed = { status: 'processed' as const, processedAt: new Date() }
  await Refund.query(shop.db).insert({
    paymentId: payment.id,
    amountCents,
    reason: 'Asked for',
    ...processed,
  })
}

test('an order in rupees is invoiced in rupees, not converted, with the tax in them', async () => {
  const [invoice] = await issue(await order('INR', 118_000, OF_KARNATAKA))
  expect(invoice).toMatchObject({
    currency: 'INR',
    total: '1180.00',
    charged: { amount: '1180.00', currency: 'INR', rate: '1' },
    tax: { taxableAmount: '1000.00', lines: [{ label: 'IGST', amount: '180.00' }] },
  })
})

test('an order keeps its currency', async () => {
  const { id } = await order('EUR', 9_900)
  await expect(shop.db('orders').where({ id }).update({ currency: 'USD' })).rejects.toThrow(
    'The currency of an order never changes',
  )
})

test('an Indian buyer who pays dollars has the tax in rupees', async () => {
  const [invoice] = await issue(await order('USD', 11_800, OF_KARNATAKA))
  expect(invoice).toMatchObject({
    currency: 'INR',
    total: '11800.00',
    charged: { amount: '118.00', currency: 'USD', rate: '100.000000' },
    tax: { placeOfSupply: 'Karnataka (29)', lines: [{ label: 'IGST', amount: '1800.00' }] },
  })
})

test('parts of yen are credited in yen, and take back the invoice and its tax', async () => {
  const sold = await order('JPY', 29_500, OF_KARNATAKA)
  for (const part of [9_999, 9_999, 9_502]) await refund(sold, part)
  await Payment.query(shop.db).where({ orderId: sold.id }).patch({ status: 'refunded' })
  await sold.$query(shop.db).patch({ paymentStatus: 'refunded' })
  const [invoice, ...notes] = await issue(sold)
  const tax = ({ tax }: InvoiceDocument) => Number(tax?.lines[0]?.amount)
  expect(invoice).toMatchObject({ currency: 'JPY', total: '29500', charged: { amount: '29500', rate: '1' } })
  expect(notes.map(({ total, charged }) => [total, charged.amount])).toEqual([
    ['9999', '9999'],
    ['9999', '9999'],
    ['9502', '9502'],
  ])
  expect(notes.reduce((sum, note) => sum + tax(note), 0)).toBe(4_500)
  expect(notes.at(-1)?.paymentStatus).toBe('REFUNDED')
})

test('an invoice from before stays in rupees, and so does what credits it', async () => {
  currencies.showsRupees = true
  const sold = await order('USD', 11_800)
  await issue(sold)
  currencies.showsRupees = false
  await refund(sold, 1_180)
  // A new invoice would be in dollars.
  const { tax } = brand
  Object.assign(brand, { tax: { scheme: 'none', financialYearStart: 4 } })
  const [, note] = await issue(sold).finally(() => Object.assign(brand, { tax }))
  expect(note).toMatchObject({
    currency: 'INR',
    total: '1180.00',
    charged: { amount: '11.80', currency: 'USD' },
  })
})

test('the accountant’s file adds up the seller’s currency alone, beside what was charged', async () => {
  for (const [currency, minor] of [
    ['INR', 118_000],
    ['USD', 11_800],
    ['EUR', 9_900],
    ['JPY', 29_500],
  ] as const)
    await issue(await order(currency, minor))
  const { browser } = await signInAsAdmin(shop)
  const [head = '', ...lines] = (await browser.get('/api/admin/invoices.csv')).body.trimEnd().split('\r\n')
  const split = (line: string) => line.replace('\ufeff', '').slice(1, -1).split('","')
  const columns = ['Taxable value', 'IGST', 'Total', 'Currency', 'Rupees to the US dollar']
  const wanted = [...columns, 'Charged', 'Charged currency'].map((name) => split(head).indexOf(name))
  expect(lines.map((line) => wanted.map((at) => split(line)[at]))).toEqual([
    ['1180', '0', '1180', 'INR', '', '1180', 'INR'],
    ['11800', '0', '11800', 'INR', '100', '118', 'USD'],
    ['', '', '', '', '', '99', 'EUR'],
    ['', '', '', '', '', '29500', 'JPY'],
  ])
})
