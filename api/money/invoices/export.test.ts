import { beforeEach, describe, expect, test } from 'vitest'
import { brand, currencies } from '#api/content/content.ts'
import type { InvoiceDocument, InvoiceRecord } from '#api/contract/money/invoices.ts'
import { signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { issueAll } from '#api/testing/invoices.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import type { Order } from '#db/models/orders/order.ts'
import { GRACE_HOLM, insertInvoice, insertPaidOrder, insertRefund } from '#db/testing/builders.ts'
import { formatSerial, issueDocuments, nameSeries } from './issue.ts'

const shop = openTestApp({ hasProcessRole: true })
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})

/** @returns the cells of each line, without the header */
async function download(period = ''): Promise<string[][]> {
  const response = await admin.get(`/api/admin/invoices.csv${period}`)
  expect(response.statusCode, response.body).toBe(200)
  const [, ...lines] = response.body.trimEnd().split('\r\n')
  return lines.map((line) => line.slice(1, -1).split('","'))
}

/** An order of $118.00 at ₹100 to the dollar. */
const order = (buyer: Partial<Order['buyer']>, reference: string | null = null) =>
  insertPaidOrder(shop.db, {
    originalCents: 11_800,
    amountCents: 11_800,
    usdInrRate: '100',
    reference,
    buyer: { ...GRACE_HOLM, ...buyer },
  })

const refund = ({ id: orderId }: Order, amountCents: number) =>
  insertRefund(shop.db, { orderId, amountCents })

describe('the accountant’s file', () => {
  test('has a line for each invoice and credit note, with what the tax return asks for', async () => {
    const kaveri = { company: 'Kaveri, Sons & Co', taxId: '29aagcb7383j1z4' }
    const company = await order({ ...kaveri, country: 'IN', state: 'Karnataka' }, 'PO 457')
    const abroad = await order({ company: '=HYPERLINK("http://evil")', country: 'DK' })
    await refund(company, 1180)
    for (const { id } of [company, abroad]) await issueDocuments(shop.db, id)

    const response = await admin.get('/api/admin/invoices.csv')
    expect(response.headers['content-disposition']).toMatch(/filename="invoices-\d{4}-\d\d-\d\d\.csv"$/)
    expect(response.body.slice(1).split('\r\n')[0]).toBe(
      '"Serial","Kind","Date","Order","Buyer","GSTIN","Place of supply","SAC","Taxable value","CGST","SGST","IGST","Total","Currency","Rupees to the US dollar","Corrects","Charged","Charged currency","Customer reference"',
    )
    const lines = await download()
    expect(lines.map((cells) => cells.slice(1, 2))).toEqual([['Invoice'], ['Credit note'], ['Invoice']])
    const [sold, back, exported] = lines.map((cells) => cells.slice(3))
    const serial = lines[0]?.[0] ?? ''
    const buyer = [company.invoiceNumber, 'Kaveri, Sons & Co', '29AAGCB7383J1Z4', 'Karnataka (29)', '998314']
    const sums = ['10000.00', '', '', '1800.00', '11800.00', 'INR', '100']
    const sumsBack = ['-1000.00', '', '', '-180.00', '-1180.00', 'INR', '100']
    expect(sold).toEqual([...buyer, ...sums, '', '118.00', 'USD', 'PO 457'])
    expect(back).toEqual([...buyer, ...sumsBack, serial, '-11.80', 'USD', 'PO 457'])
    expect(exported?.slice(1, 3)).toEqual([`'=HYPERLINK(""http://evil"")`, ''])
    expect(exported?.slice(5, 10)).toEqual(['11800.00', '', '', '0.00', '11800.00'])
  })

  test('has the halves of a sale in the seller’s own state', async () => {
    const { id } = await order({ country: 'IN', state: 'RJ' })
    await issueDocuments(shop.db, id)
    const [cells] = await download()
    expect(cells?.slice(8, 13)).toEqual(['10000.00', '900.00', '900.00', '', '11800.00'])
  })

  test('names no customer who was erased', async () => {
    const details = { company: 'Holm & Sons', country: 'IN', taxId: '29AAGCB7383J1Z4' }
    const { id, invoiceNumber } = await order(details, 'PO 457')
    await issueDocuments(shop.db, id)
    await shop.db.raw(`UPDATE orders SET buyer = buyer || '{"email": ""}' WHERE id = ?`, [id])
    const [cells] = await download()
    expect(cells?.slice(3, 6)).toEqual([invoiceNumber, '', ''])
    expect(cells?.[12]).toBe('11800.00')
    expect(cells?.at(-1)).toBe('')
  })

  test('is of a period of the company’s days', async () => {
    // Days count in the time zone of Kolkata, five and a half hours ahead of UTC.
    const times = ['06-30T18:29', '06-30T18:31', '07-31T18:29', '07-31T18:31']
    const [document] = await issueAll(shop, (await order({})).id)
    for (const [index, time] of times.entries()) {
      const issuedAt = new Date(`2026-${time}:00Z`)
      await insertInvoice(shop.db, { number: index + 100, document: JSON.stringify(document), issuedAt })
    }
    expect(await download('?from=2026-07-01&to=2026-07-31')).toHaveLength(2)
    expect(await download('?to=2026-06-30')).toHaveLength(1)
    expect(await download('?from=2026-08-01&to=2026-08-01')).toHaveLength(1)
    expect(await download()).toHaveLength(5)
  })

  test.each([
    ['from=2026-13-01', 'from'],
    ['to=today', 'to'],
    ['from=2026-07-02&to=2026-07-01', 'to'],
  ])('refuses the period %s', async (period, path) => {
    expectResponse(await admin.get(`/api/admin/invoices.csv?${period}`), 400, { issues: [{ path }] })
  })

  test('leaves a trace of who took it', async () => {
    await download()
    const { body } = await admin.get('/api/admin/audit-log?action=exported')
    expect(body).toContain('invoices.csv')
  })
})

test('an admin reads every document of an order, the invoice that was replaced, too', async () => {
  const { user, browser } = await signInAs(shop)
  const { id } = await insertPaidOrder(shop.db, { userId: user.id })
  const { document: first } = (await browser.get(`/api/orders/${id}/invoice`)).json<InvoiceRecord>()
  const details = { firstName: 'Grace', lastName: 'Holm', address: 'Bredgade 12', city: 'Copenhagen' }
  const more = { state: 'Hovedstaden', country: 'DK', zipCode: '1260' }
  await browser.put(`/api/orders/${id}/billing-details`, { ...details, ...more })

  const all = (await admin.get(`/api/admin/orders/${id}/invoices`)).json<InvoiceRecord[]>()
  const documents: InvoiceDocument[] = all.map(({ document }) => document)
  expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'invoice'])
  expect(documents[0]).toEqual(first)
  expect(documents[1]?.corrects?.serial).toBe(first.serial)
  expect((await admin.get('/api/admin/orders/999999/invoices')).statusCode).toBe(404)
})

test.each([
  ['2027-03-31', 4, '26-27'],
  ['2027-04-01', 4, '27-28'],
  ['2099-04-01', 4, '99-00'],
  ['2027-03-31', 1, '2027'],
  ['2027-06-30', 7, '26-27'],
])('%s is of the financial year that began in month %i: %s', (day, startMonth, series) => {
  expect(nameSeries(day, startMonth)).toBe(series)
})

test('a serial has at most the 16 characters that India allows, up to the ten-millionth of a year', () => {
  expect(formatSerial('invoice', '26-27', 7)).toBe('26-27-000007')
  expect(formatSerial('credit_note', '26-27', 7)).toBe('CN-26-27-000007')
  expect(formatSerial('credit_note', '26-27', 9_999_999)).toHaveLength(16)
})

describe('in several currencies', () => {
  checkBooksAfterEach(shop)

  sellIn(FOUR_CURRENCIES)

  const OF_KARNATAKA = { ...GRACE_HOLM, country: 'IN', state: 'Karnataka', taxId: '29AAGCB7383J1Z4' }

  function order(currency: string, minor: number, buyer = { ...GRACE_HOLM, country: 'DE' }): Promise<Order> {
    const price = { originalCents: minor, amountCents: minor, currency, usdInrRate: '100' }
    return insertPaidOrder(shop.db, { ...price, buyer })
  }

  const issue = ({ id }: Order) => issueAll(shop, id)

  test.each([
    ['an order in rupees is invoiced in rupees, not converted', 'INR', 118_000, '1180.00', '1180.00', '1'],
    ['who pays dollars has the tax in rupees', 'USD', 11_800, '11800.00', '118.00', '100.000000'],
  ])('in India %s', async (_, currency, minor, total, amount, rate) => {
    const [invoice] = await issue(await order(currency, minor, OF_KARNATAKA))
    expect(invoice).toMatchObject({ currency: 'INR', total, charged: { amount, currency, rate } })
    const igst = (Number(total) - Number(total) / 1.18).toFixed(2)
    const lines = [{ label: 'IGST', amount: igst }]
    expect(invoice?.tax).toMatchObject({ placeOfSupply: 'Karnataka (29)', lines })
  })

  test('an order keeps its currency', async () => {
    const { id } = await order('EUR', 9_900)
    await expect(shop.db('orders').where({ id }).update({ currency: 'USD' })).rejects.toThrow(
      'The currency of an order never changes',
    )
  })

  test('parts of yen are credited in yen, and take back the invoice and its tax', async () => {
    const sold = await order('JPY', 29_500, OF_KARNATAKA)
    for (const part of [9_999, 9_999, 9_502]) await refund(sold, part)
    await Payment.query(shop.db).where({ orderId: sold.id }).patch({ status: 'refunded' })
    await sold.$query(shop.db).patch({ paymentStatus: 'refunded' })
    const [invoice, ...notes] = await issue(sold)
    const tax = ({ tax }: InvoiceDocument) => Number(tax?.lines[0]?.amount)
    const charged = { amount: '29500', rate: '1' }
    expect(invoice).toMatchObject({ currency: 'JPY', total: '29500', charged })
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
    const charged = { amount: '11.80', currency: 'USD' }
    expect(note).toMatchObject({ currency: 'INR', total: '1180.00', charged })
  })

  test('the accountant’s file adds up the seller’s currency alone, beside what was charged', async () => {
    for (const [currency, minor] of [
      ['INR', 118_000],
      ['USD', 11_800],
      ['EUR', 9_900],
      ['JPY', 29_500],
    ] as const)
      await issue(await order(currency, minor))
    const [head = '', ...lines] = (await admin.get('/api/admin/invoices.csv')).body.trimEnd().split('\r\n')
    const split = (line: string) => line.replace('\ufeff', '').slice(1, -1).split('","')
    const columns = ['Taxable value', 'IGST', 'Total', 'Currency', 'Rupees to the US dollar']
    const wanted = [...columns, 'Charged', 'Charged currency'].map((name) => split(head).indexOf(name))
    expect(lines.map((line) => wanted.map((at) => split(line)[at]))).toEqual([
      ['1180.00', '0.00', '1180.00', 'INR', '', '1180.00', 'INR'],
      ['11800.00', '0.00', '11800.00', 'INR', '100', '118.00', 'USD'],
      ['', '', '', '', '', '99.00', 'EUR'],
      ['', '', '', '', '', '29500', 'JPY'],
    ])
  })
})
