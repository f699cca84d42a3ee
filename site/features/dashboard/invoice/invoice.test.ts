import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from 'virtual:content'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Buyer } from '../../../../api/contract/auth.ts'
import { ORDER_STATUSES } from '../../../../api/contract/order-statuses.ts'
import type { Order } from '../../../../api/contract/orders.ts'
import { describeInvoice } from './describe-invoice.ts'
import { drawInvoice } from './draw-invoice.ts'
import { toDrawable } from './drawable.ts'

const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const order = (fields: Partial<Order> = {}): Order => ({
  id: 1042,
  invoiceNumber: 'INV-1042',
  amount: '1299.00',
  originalAmount: '1299.00',
  discountAmount: '0.00',
  refundedAmount: '0.00',
  currency: 'USD',
  amountInr: '109440.75',
  usdInrRate: '84.250000',
  couponCode: null,
  paymentId: 'pay_NfW2d8QxLmT4aB',
  paymentStatus: 'paid',
  status: 'processing',
  createdAt: '2026-11-20T09:00:00.000Z',
  paidAt: '2026-11-20T09:01:00.000Z',
  packageId: 1,
  packageName: 'Business Website',
  deliveryDays: 10,
  package: { category: 'Web Development' } as Order['package'],
  buyer: buyer(),
  ...fields,
})

const DISCOUNTED = {
  amount: '1039.20',
  discountAmount: '259.80',
  amountInr: '87552.60',
  couponCode: 'WELCOME20',
}

const buyer = (fields: Partial<Buyer> = {}): Buyer => ({
  firstName: 'Clara',
  lastName: 'Whitfield',
  email: 'clara@example.com',
  phone: '+44 20 7946 0158',
  company: 'Whitfield & Rowe Interiors',
  jobTitle: 'Partner',
  address: '18 Calvert Avenue',
  city: 'London',
  state: 'Greater London',
  country: 'GB',
  zipCode: 'E2 7JP',
  taxId: 'GB 123 4567 89',
  ...fields,
})

let fonts: { regular: Uint8Array; bold: Uint8Array }
beforeAll(async () => {
  const read = async (name: string) =>
    new Uint8Array(await readFile(join(import.meta.dirname, 'fonts', name)))
  fonts = { regular: await read('inter-regular.ttf'), bold: await read('inter-semibold.ttf') }
})

interface ReadBack {
  text: string
  pages: number
  /** The rightmost end of all texts. */
  right: number
  /** Of the first page, in whole points. */
  size: number[]
  info: Record<string, unknown>
  bytes: string
  hasImage: boolean
}

async function readBack(of: Order, logo: string | undefined = LOGO): Promise<ReadBack> {
  const pdf = drawInvoice(describeInvoice(of), { ...fonts, logo })
  const data = new Uint8Array(pdf.output('arraybuffer'))
  const bytes = Buffer.from(data).toString('latin1')
  const document = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise
  const { view } = await document.getPage(1)
  const { info } = await document.getMetadata()
  const items: { str: string; transform: number[]; width: number }[] = []
  for (let page = 1; page <= document.numPages; page++) {
    const content = await (await document.getPage(page)).getTextContent()
    items.push(...content.items.filter((item) => 'str' in item))
  }
  return {
    text: items.map(({ str }) => str).join('\n'),
    pages: document.numPages,
    right: Math.max(...items.map(({ transform, width }) => (transform[4] ?? 0) + width)),
    size: view.slice(2).map(Math.round),
    info: info as Record<string, unknown>,
    bytes,
    hasImage: bytes.includes('/Subtype /Image'),
  }
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

describe('the invoice, read back from its PDF', () => {
  test('has seller, buyer, package, date and payment', async () => {
    const { text, pages } = await readBack(order())
    for (const expected of [
      'INV-1042',
      brand.legalName,
      brand.registeredAddress.lines[0],
      `${brand.registeredAddress.city}, ${brand.registeredAddress.state} ${brand.registeredAddress.postalCode}`,
      `${brand.taxLabel} ${brand.taxNumber}`,
      brand.email.billing,
      brand.phone,
      'Clara Whitfield',
      'Whitfield & Rowe Interiors',
      '18 Calvert Avenue',
      'London, Greater London E2 7JP',
      'United Kingdom',
      'Tax ID GB 123 4567 89',
      '20 Nov 2026',
      'PROCESSING',
      'pay_NfW2d8QxLmT4aB',
      'Razorpay (Online)',
      'Business Website',
      '₹1,09,440.75',
      '$1,299.00 at ₹84.25 to the US dollar',
      'Paid in full by the method above.',
      '30-day warranty',
    ]) {
      expect(flat(text)).toContain(expected)
    }
    expect(text).not.toMatch(/Discount|Original amount|undefined|null/)
    expect(pages).toBe(1)
  })

  test('shows what a coupon took off, and the column adds up', async () => {
    const { text } = await readBack(order(DISCOUNTED))
    for (const expected of ['Original amount', 'Discount (WELCOME20)', '−₹21,888.15', '₹87,552.60']) {
      expect(text).toContain(expected)
    }
    expect(text.match(/₹1,09,440\.75/g)).toHaveLength(2)
  })

  test('an address of several lines keeps them, however they end', async () => {
    const { text } = await readBack(
      order({ buyer: buyer({ address: 'Flat 7\r\nOld Mill Walk\n\nRiverside' }) }),
    )
    expect(text).toContain('Flat 7\nOld Mill Walk\nRiverside\nLondon, Greater London E2 7JP')
  })

  test('a free order has N/A for its payment, a total of nothing, and is not called paid', async () => {
    const free = { amount: '0.00', discountAmount: '1299.00', amountInr: '0.00', couponCode: 'FREE' }
    const { text } = await readBack(order({ ...free, paymentId: null }))
    expect(text).toContain('N/A')
    expect(text).toContain('₹0.00')
    expect(flat(text)).toContain('The discount covers the whole price: nothing was charged.')
    expect(text).toContain('No payment due')
    expect(text).not.toContain('Razorpay')
    expect(text).not.toContain('Paid in full')
  })

  test.each(ORDER_STATUSES)('says that the money of a %s order went back, on one line', async (status) => {
    const { text } = await readBack(order({ status, paymentStatus: 'refunded' }))
    expect(text.split('\n')).toContain(`${status.toUpperCase()}, REFUNDED`)
  })

  test('long names wrap, nothing leaves the paper, nothing is lost', async () => {
    const long = {
      firstName: 'Maximiliana-Alexandrina',
      lastName: 'von Hohenzollern-Sigmaringen zu Fürstenberg',
      company: `Donaudampfschifffahrts${'gesellschafts'.repeat(9)}kapitän`,
      address: 'Hinter der alten Mühle am Fluss, Gebäude 7, Aufgang C, '.repeat(8).trim(),
    }
    const name = 'Enterprise Digital Transformation and Legacy Modernization Programme '.repeat(3).trim()
    const { text, right, pages } = await readBack(
      order({ ...DISCOUNTED, packageName: name, buyer: buyer(long) }),
    )
    expect(flat(text)).toContain('Fürstenberg')
    expect(text.replaceAll(/\s+/g, '')).toContain(long.company)
    expect(flat(text)).toContain(name)
    expect(right).toBeLessThan(595.28 - 51)
    expect(pages).toBeLessThanOrEqual(2)
  })

  test('without the logo it is the simpler one, with every word', async () => {
    const plain = await readBack(order(), '')
    const full = await readBack(order())
    expect(full.hasImage).toBe(true)
    expect(plain.hasImage).toBe(false)
    expect(plain.text).toBe(full.text)
  })

  test('is named for its readers, on A4, and runs nothing', async () => {
    const { info, size, bytes } = await readBack(order())
    expect(info).toMatchObject({ Title: 'Invoice INV-1042', Author: brand.legalName })
    expect(size).toEqual([595, 842])
    // Not toContain: a failure would print the whole file.
    expect(bytes.includes('/Lang (en-GB)')).toBe(true)
    expect(bytes.includes('/FontFile2')).toBe(true)
    expect(/\/JS\b|\/JavaScript|\/Launch|\/URI/.test(bytes)).toBe(false)
  })
})

test('the file carries the provider’s prefix and the order’s id', () => {
  expect(describeInvoice(order()).fileName).toBe(`${brand.filePrefix}Invoice-1042.pdf`)
})

test('the date is the company’s own, wherever the invoice is opened', () => {
  const late = order({ createdAt: '2026-11-20T20:00:00.000Z' })
  expect(describeInvoice(late).facts[0]).toEqual({ label: 'Date', text: '21 Nov 2026' })
})

test('letters that the font lacks become plain ones, other scripts question marks', () => {
  expect(toDrawable('Nguyễn  Łukasz\nΆννα Жанна ₹')).toBe('Nguyen Łukasz Άννα Жанна ₹')
  expect(toDrawable('株式会社')).toBe('????')
})
