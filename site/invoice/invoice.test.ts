import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from 'virtual:content'
import fc from 'fast-check'
import { getDocument, PDFDateString } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { InvoiceBuyer, InvoiceDocument } from '#api/contract/money/invoices.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { convert, money, toDecimal } from '#api/rules/money/money.ts'
import { computeTax } from '#api/rules/money/tax.ts'
import { describeInvoice } from './describe-invoice.ts'
import { drawInvoice, type InvoiceAssets } from './draw-invoice.ts'
import { toDrawable } from './drawable.ts'
import { findScripts } from './picture-fonts.ts'

const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A seller in Maharashtra, as the GSTIN says. */
const SELLER = {
  taxNumber: '27AAPFU0939F1ZV',
  registeredAddress: { countryCode: 'IN' },
  tax: { scheme: 'gst', financialYearStart: 4, sac: '998314', ratePercent: 18, hasLut: true },
} as const
const taxFor = (paise: number, buyer: Partial<InvoiceBuyer>) => computeTax(money(paise, 'INR'), SELLER, buyer)

const invoice = (fields: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  kind: 'invoice',
  serial: '26-27-000042',
  orderId: 1042,
  orderNumber: 'INV-1042',
  issuedAt: '2026-11-20T20:00:00.000Z',
  issuedOn: '2026-11-21',
  paidOn: '2026-11-20',
  fileId: '0123456789ABCDEF0123456789ABCDEF',
  seller: {
    name: 'Weir & Sons Private Limited',
    lines: ['2 Mill Lane', 'Pune, Maharashtra 411001', 'India'],
    taxLabel: 'GSTIN',
    taxNumber: '27AAPFU0939F1ZV',
    email: 'billing@weir.example',
    phone: '+91 20 5550 0142',
  },
  buyer: buyer(),
  lines: [
    {
      description: 'Business Website',
      note: 'Web Development',
      quantity: 1,
      unitAmount: '109440.75',
      amount: '109440.75',
    },
  ],
  currency: 'INR',
  total: '109440.75',
  charged: { amount: '1299.00', currency: 'USD', rate: '84.250000' },
  paymentMethod: 'Razorpay (Online)',
  paymentId: 'pay_NfW2d8QxLmT4aB',
  paymentStatus: 'PAID',
  ...fields,
})

const DISCOUNTED = {
  discount: { couponCode: 'WELCOME20', amount: '21888.15' },
  total: '87552.60',
  charged: { amount: '1039.20', currency: 'USD', rate: '84.250000' },
}

const buyer = (fields: Partial<InvoiceBuyer> = {}): InvoiceBuyer => ({
  name: 'Clara Whitfield',
  email: 'clara@example.com',
  phone: '+44 20 7946 0158',
  company: 'Whitfield & Rowe Interiors',
  address: '18 Calvert Avenue',
  city: 'London',
  state: 'Greater London',
  country: 'GB',
  zipCode: 'E2 7JP',
  taxId: 'GB 123 4567 89',
  ...fields,
})

const creditNote = (reason: 'refund' | 'billing_details', fields: Partial<InvoiceDocument> = {}) =>
  invoice({
    kind: 'credit_note',
    serial: 'CN-26-27-000007',
    corrects: { serial: '26-27-000042', issuedOn: '2026-11-21', reason },
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
  /** The right edge of the text that reaches furthest. */
  right: number
  /** The size of the first page, in whole points. */
  size: number[]
  info: Record<string, unknown>
  bytes: string
  hasImage: boolean
}

const describeNow = (document: InvoiceDocument) => describeInvoice({ document, templateVersion: 4 })

async function readBack(
  document: InvoiceDocument,
  logo: string | undefined = LOGO,
  templateVersion = 4,
  drawText?: InvoiceAssets['drawText'],
): Promise<ReadBack> {
  const pdf = drawInvoice(describeInvoice({ document, templateVersion }), { ...fonts, logo, drawText })
  const data = new Uint8Array(pdf.output('arraybuffer'))
  const bytes = Buffer.from(data).toString('latin1')
  const file = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise
  const { view } = await file.getPage(1)
  const { info } = await file.getMetadata()
  const items: { str: string; transform: number[]; width: number }[] = []
  for (let page = 1; page <= file.numPages; page++) {
    const content = await (await file.getPage(page)).getTextContent()
    items.push(...content.items.filter((item) => 'str' in item))
  }
  return {
    text: items.map(({ str }) => str).join('\n'),
    pages: file.numPages,
    right: Math.max(...items.map(({ transform, width }) => (transform[4] ?? 0) + width)),
    size: view.slice(2).map(Math.round),
    info: info as Record<string, unknown>,
    bytes,
    hasImage: bytes.includes('/Subtype /Image'),
  }
}

/** Looks for each text, whatever breaks its lines. */
function expectShown(text: string, ...shown: string[]): void {
  for (const one of shown) expect(flat(text)).toContain(one)
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

describe('the invoice, read back from its PDF', () => {
  test('has both numbers, seller, buyer, package, date and payment', async () => {
    const { text, pages } = await readBack(invoice({ reference: 'PO-2026/0457' }))
    expectShown(
      text,
      ...['Your reference: PO-2026/0457', 'INV-1042', '26-27-000042', 'Weir & Sons Private Limited'],
      ...['Pune, Maharashtra 411001', 'GSTIN 27AAPFU0939F1ZV', 'billing@weir.example'],
      ...['+91 20 5550 0142', 'Clara Whitfield', 'Whitfield & Rowe Interiors', '18 Calvert Avenue'],
      ...['London, Greater London E2 7JP', 'United Kingdom', 'Tax ID GB 123 4567 89', '21 Nov 2026'],
      ...['PAID', 'pay_NfW2d8QxLmT4aB', 'Razorpay (Online)', 'Business Website', 'Web Development'],
      ...['₹1,09,440.75', 'Invoice No. 26-27-000042 Order INV-1042'],
      'PAID Charged $1,299.00 on 20 Nov 2026 Date',
      'Total charged $1,299.00 ₹1,09,440.75 Rupees at an exchange rate of 84.25',
      ...['Charged in US dollars.', 'US dollars Rupees'],
      '30-day warranty',
    )
    // The stamp alone says so.
    expect(text.match(/paid/gi)).toEqual(['PAID'])
    expect(text).not.toContain('Status')
    expect(text.match(/84\.25/g)).toHaveLength(1)
    expect(text).not.toMatch(/Discount|Original amount|undefined|null/)
    expect(pages).toBe(1)
  })

  test('has one date where it was paid on the day of its issue', async () => {
    const { text } = await readBack(invoice({ paidOn: '2026-11-21' }))
    expectShown(text, 'PAID Charged $1,299.00 Date')
    expect(text.match(/21 Nov 2026/g)).toHaveLength(1)
  })

  test('shows what a coupon took off, and the column adds up', async () => {
    const { text } = await readBack(invoice(DISCOUNTED))
    expectShown(text, 'Original amount', 'Discount (WELCOME20)', '−₹21,888.15', '₹87,552.60')
    expect(text.match(/₹1,09,440\.75/g)).toHaveLength(2)
  })

  test('says nothing in the place of what a guest was not asked for', async () => {
    const { text } = await readBack(invoice({ buyer: { name: 'Grace Holm', email: 'grace@example.com' } }))
    expect(flat(text)).toContain('Billed to Grace Holm grace@example.com PAID Charged')
  })

  test('an address of several lines keeps them, however they end', async () => {
    const { text } = await readBack(
      invoice({ buyer: buyer({ address: 'Flat 7\r\nOld Mill Walk\n\nRiverside' }) }),
    )
    expect(text).toContain('Flat 7\nOld Mill Walk\nRiverside\nLondon, Greater London E2 7JP')
  })

  test('a free order has N/A for its payment, a total of nothing, and is not called paid', async () => {
    const { paymentId: _, ...free } = invoice({
      discount: { couponCode: 'FREE', amount: '109440.75' },
      total: '0.00',
      charged: { amount: '0.00', currency: 'USD', rate: '84.250000' },
      paymentMethod: 'No payment due',
    })
    const { text } = await readBack(free)
    expect(text).toContain('N/A')
    expect(text).toContain('₹0.00')
    expect(flat(text)).toContain('Nothing was charged Date')
    expect(flat(text)).toContain('The discount covers the whole price.')
    expect(text).toContain('No payment due')
    expect(text).not.toContain('Razorpay')
    expect(text).not.toContain('paid on')
  })

  test('has dollars beside rupees in every line, and both columns add up', () => {
    const { items, sums, total } = describeNow(
      invoice({ ...DISCOUNTED, tax: taxFor(8_755_260, { country: 'IN', state: 'Maharashtra' }) as never }),
    )
    expect(items).toMatchObject([{ charged: '$1,299.00', shown: '₹1,09,440.75' }])
    expect(sums.map(({ rows }) => rows.map(({ charged }) => charged))).toEqual([
      ['$1,299.00', '−$259.80'],
      ['$880.68', '$79.26', '$79.26'],
    ])
    expect(total).toMatchObject({
      ...{ label: 'Total charged', charged: '$1,039.20', shown: '₹87,552.60' },
      isShownLouder: false,
    })
    expect(88_068 + 2 * 7_926).toBe(103_920)
  })

  test('gives back exactly the dollars that were converted, whatever the rate', () => {
    const amounts = fc.integer({ min: 100, max: 10_000_000 })
    const rates = fc.integer({ min: 2_000_000, max: 200_000_000 }).map((micros) => (micros / 1e6).toFixed(6))
    fc.assert(
      fc.property(amounts, rates, (cents, rate) => {
        const amount = toDecimal(convert(money(cents, 'USD'), rate, 'INR'))
        const line = { description: 'Business Website', quantity: 1, unitAmount: amount, amount }
        const charged = { amount: toDecimal(money(cents, 'USD')), currency: 'USD', rate }
        const { items } = describeNow(invoice({ lines: [line], total: amount, charged }))
        expect(items[0]?.charged).toBe(formatAmount(toDecimal(money(cents, 'USD')), 'USD'))
      }),
    )
  })

  test('in the one currency that was charged shows that alone, without decimals where it has none', async () => {
    const line = { description: 'Business Website', quantity: 1, unitAmount: '29500', amount: '29500' }
    const document = invoice({
      lines: [line],
      discount: { amount: '2950' },
      currency: 'JPY',
      total: '26550',
      charged: { amount: '26550', currency: 'JPY', rate: '1' },
      tax: computeTax(money(26_550, 'JPY'), SELLER, { country: 'GB' }) as never,
    })
    const { text } = await readBack(document)
    const lines = text.split('\n')
    for (const expected of ['JPY', '¥29,500', '−¥2,950', '¥26,550', '¥0', 'Charged in JPY.'])
      expect(lines).toContain(expected)
    expect(text).not.toMatch(/₹|Rupees|dollar|rate of|\.00/)
    expect(flat(text)).toContain('Charged ¥26,550 on 20 Nov 2026')
  })

  test('a sign that the font lacks gives way to the code', () => {
    const charged = { amount: '1180000', currency: 'KRW', rate: '1' }
    const { total } = describeNow(invoice({ currency: 'KRW', total: '1180000', charged }))
    expect(total.shown).toBe('KRW 1,180,000')
  })

  test('one that replaces another says what had gone back by then', async () => {
    const { text } = await readBack(
      invoice({
        credited: '16850.00',
        total: '92590.75',
        charged: { amount: '1099.00', currency: 'USD', rate: '84.250000' },
        paymentStatus: 'PARTLY REFUNDED',
      }),
    )
    expect(text.split('\n')).toEqual(
      expect.arrayContaining(['Refunded before', '−₹16,850.00', '₹92,590.75', 'PARTLY REFUNDED']),
    )
    expect(flat(text)).toContain('Charged $1,099.00 on 20 Nov 2026, after a refund of $200.00')
  })

  test('one that was issued before keeps its words, marks and order', async () => {
    const { text } = await readBack(invoice(), LOGO, 2)
    expectShown(
      text,
      ...['26-27-000042 INV-1042', 'PAID $1,299.00 paid on 20 Nov 2026 Date'],
      'Total $1,299.00 ₹1,09,440.75 ₹84.25 to the US dollar',
      'rupees are at the rate of the day of the order.',
    )
    expect(text).not.toMatch(/Charged \$|our rate/)
  })

  test('one of the version before has no stamp, and its status among the facts', async () => {
    const { text } = await readBack(invoice(), LOGO, 3)
    expect(flat(text)).toContain('INV-1042 Invoice 26-27-000042')
    expect(flat(text)).toContain('Charged $1,299.00 on 20 Nov 2026 Date')
    expect(flat(text)).toContain('Status PAID')
    expect(flat(text)).toContain('Total Charged $1,299.00 ₹1,09,440.75 Rupees at our rate of 84.25')
    expect(flat(text)).toContain('Charged in US dollars; rupees are at our rate of 84.25.')
    const { text: note } = await readBack(creditNote('refund', { paymentStatus: 'PARTLY REFUNDED' }), LOGO, 3)
    expectShown(note, 'CREDIT NOTE', 'REFUNDED $1,299.00 refunded on 21 Nov 2026', 'Reason Refund')
    expect(note).not.toContain('PARTLY')
  })

  test('none says that it is paid in full: it is the same paper after a refund', async () => {
    expect((await readBack(invoice())).text).not.toContain('in full')
  })

  test('long names wrap, nothing leaves the paper, nothing is lost', async () => {
    const long = {
      name: 'Maximiliana-Alexandrina von Hohenzollern-Sigmaringen zu Fürstenberg',
      company: `Donaudampfschifffahrts${'gesellschafts'.repeat(9)}kapitän`,
      address: 'Hinter der alten Mühle am Fluss, Gebäude 7, Aufgang C, '.repeat(8).trim(),
    }
    const description = 'Enterprise Digital Transformation and Legacy Modernization Programme '
      .repeat(3)
      .trim()
    const line = { description, quantity: 1, unitAmount: '109440.75', amount: '109440.75' }
    const tax = taxFor(8_755_260, { country: 'GB' })
    const { text, right, pages } = await readBack(
      invoice({ ...DISCOUNTED, ...(tax && { tax }), lines: [line], buyer: buyer(long) }),
    )
    expect(flat(text)).toContain('Fürstenberg')
    expect(text.replaceAll(/\s+/g, '')).toContain(long.company)
    expect(flat(text)).toContain(description)
    expect(right).toBeLessThan(595.28 - 51)
    expect(pages).toBeLessThanOrEqual(2)
  })

  test('without the logo it is the simpler one, with every word', async () => {
    const plain = await readBack(invoice(), '')
    const full = await readBack(invoice())
    expect(full.hasImage).toBe(true)
    expect(plain.hasImage).toBe(false)
    expect(plain.text).toBe(full.text)
  })

  test('is named for its readers, on A4, and runs nothing', async () => {
    const { info, size, bytes } = await readBack(invoice())
    expect(info).toMatchObject({
      Title: 'Invoice 26-27-000042, INV-1042',
      Author: 'Weir & Sons Private Limited',
    })
    expect(size).toEqual([595, 842])
    // Not toContain: a failure would print the whole file.
    expect(bytes.includes('/Lang (en-GB)')).toBe(true)
    expect(bytes.includes('/FontFile2')).toBe(true)
    expect(/\/JS\b|\/JavaScript|\/Launch|\/URI/.test(bytes)).toBe(false)
  })

  test('is the same file whenever it is drawn, with the date and the id of its record', async () => {
    const first = await readBack(invoice())
    const second = await readBack(invoice())
    expect(second.bytes === first.bytes).toBe(true)
    expect(first.bytes.includes('0123456789ABCDEF0123456789ABCDEF')).toBe(true)
    expect(PDFDateString.toDateObject(first.info.CreationDate as string)).toEqual(
      new Date('2026-11-20T20:00:00.000Z'),
    )
  })
})

describe('tax on an invoice', () => {
  const PAISE = 10_944_075

  test('within the seller’s state is halved, with place of supply, code and treatment', async () => {
    const tax = taxFor(PAISE, { country: 'IN', state: 'Maharashtra' })
    const { text } = await readBack(invoice(tax && { tax }))
    expectShown(
      text,
      ...['Tax invoice', 'Taxable value', '₹92,746.39', 'CGST 9%', 'SGST 9%', '₹8,347.18'],
      ...['Place of supply: Maharashtra (27)', 'SAC 998314', 'Intra-state supply'],
      'Tax payable on reverse charge: no',
    )
  })

  test('to another state is one line, and the buyer’s GSTIN is called so', async () => {
    const of = buyer({ country: 'IN', state: 'Karnataka', taxId: '29aagcb7383j1z4' })
    const tax = taxFor(PAISE, of)
    const { text } = await readBack(invoice({ ...(tax && { tax }), buyer: of }))
    expectShown(text, 'IGST 18%', 'Place of supply: Karnataka (29)', 'GSTIN 29AAGCB7383J1Z4', 'India')
  })

  test('of an export says under which undertaking there is none', async () => {
    const tax = taxFor(PAISE, { country: 'GB' })
    const { text } = await readBack(invoice(tax && { tax }))
    expect(text).toContain('IGST 0%')
    expect(flat(text)).toContain(
      'IGST 0% SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
    )
  })

  test('is nowhere where the seller charges none', async () => {
    const { text } = await readBack(invoice())
    expect(text).not.toMatch(/Tax invoice|Taxable|GST\b|Place of supply|SAC|reverse charge/)
  })
})

describe('a credit note', () => {
  test('of a refund is called so, and names what it credits and takes back', async () => {
    const { text, info } = await readBack(
      creditNote('refund', {
        total: '16850.00',
        charged: { amount: '200.00', currency: 'USD', rate: '84.250000' },
        paymentStatus: 'PARTLY REFUNDED',
      }),
    )
    for (const expected of [
      ...['Credit note', 'No. CN-26-27-000007', 'Order INV-1042', 'Credits invoice'],
      ...['26-27-000042 of 21 Nov 2026', 'Credited', '₹16,850.00'],
      ...['$200.00 refunded', 'PARTLY REFUNDED', 'Rupees at an exchange rate of 84.25'],
    ]) {
      expect(text.split('\n')).toContain(expected)
    }
    expect(text).not.toContain('Reason')
    expect(text.match(/26-27-000042/g)).toHaveLength(1)
    expect(text).not.toMatch(/paid on|30-day warranty|^PAID$/m)
    expect(info.Title).toBe('Credit note CN-26-27-000007, INV-1042')
  })

  test('of billing details says that no money moves', async () => {
    const { text } = await readBack(creditNote('billing_details'))
    expect(flat(text)).toContain('A new invoice replaces it. No money is refunded.')
    expect(flat(text)).toContain('$1,299.00 credited, no money moved')
    expect(text).toMatch(/^CREDITED$/m)
  })

  test('that was issued before keeps its words', async () => {
    const { text } = await readBack(creditNote('billing_details'), LOGO, 2)
    expect(flat(text)).toContain('A new invoice takes its place; no money moves.')
  })

  test('is named after its own number', () => {
    expect(describeNow(creditNote('refund')).fileName).toBe(
      `${brand.filePrefix}Credit-Note-CN-26-27-000007.pdf`,
    )
  })
})

test('the file carries the provider’s prefix and the order’s id', () => {
  expect(describeNow(invoice()).fileName).toBe(`${brand.filePrefix}Invoice-1042.pdf`)
})

test('names keep their accents and letters, also decomposed ones', async () => {
  for (const name of [
    ...['Nguyễn Hữu Thọ', 'Ọláyínká', 'Lǚ Xiǎo', 'Əliyev', 'Ștefan', 'Ґалаґан', 'Қанат', 'Ɓala ƙofa'],
  ]) {
    const { text } = await readBack(invoice({ buyer: buyer({ name: name.normalize('NFD') }) }))
    expect(text.split('\n')).toContain(name.normalize('NFC'))
  }
})

test('an address goes on to the next page, all of it, and pages are numbered', async () => {
  const address = Array.from({ length: 75 }, (_, line) => `Building part ${line + 1}`).join('\n')
  const { text, pages } = await readBack(invoice({ buyer: buyer({ address }) }))
  expect(pages).toBe(3)
  for (const line of [...address.split('\n'), 'INV-1042, 26-27-000042: page 3 of 3'])
    expect(text.split('\n')).toContain(line)
})

test('what is drawn as a picture is text for its reader, once and in order', async () => {
  const drawText = (text: string) => [
    { data: LOGO, width: 80, letters: [...text].map((each, at) => ({ text: each, x: at * 8, width: 8 })) },
  ]
  const { text } = await readBack(invoice({ buyer: buyer({ name: 'นที 株式会社' }) }), LOGO, 4, drawText)
  expect(flat(text)).toContain('นที 株式会社')
})

test('a font is brought for each script, for Chinese characters that of the country', () => {
  expect(findScripts('सीता Acme שלום')).toEqual(['Devanagari', 'Hebrew'])
  expect(findScripts('東京の株式会社')).toEqual(['JP'])
  expect(findScripts('한국 株式會社')).toEqual(['KR'])
  expect(findScripts('王小明', 'TW')).toEqual(['TC'])
  expect(findScripts('王小明')).toEqual(['SC'])
})

test('letters that the font lacks become plain ones, other scripts question marks', () => {
  expect(toDrawable('Nguyễn  Łukasz\nΆννα Жанна ₹')).toBe('Nguyễn Łukasz Άννα Жанна ₹')
  expect(toDrawable('株式会社')).toBe('????')
})
