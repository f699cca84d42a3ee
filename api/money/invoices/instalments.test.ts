/** Invoices of orders that are paid in instalments. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brand } from '#api/content/content.ts'
import type { InvoiceDocument, InvoiceResponse } from '#api/contract/money/invoices.ts'
import { money } from '#api/rules/money/money.ts'
import { splitByPlan } from '#api/rules/money/payment-plan.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { issueAll } from '#api/testing/invoices.ts'
import { succeed } from '#api/testing/responses.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Order } from '#db/models/orders/order.ts'
import { GRACE_HOLM, insertOrder, insertPayment, insertRefund } from '#db/testing/builders.ts'
import { type BilledSale, billSale, describeBuyer, documentCurrency, writeInvoice } from './document.ts'

const shop = openTestApp({ hasProcessRole: true })
checkBooksAfterEach(shop)
sellIn(FOUR_CURRENCIES)

const OF_KARNATAKA = { ...GRACE_HOLM, country: 'IN', state: 'Karnataka', taxId: '29AAGCB7383J1Z4' }
const SCHEMES = {
  gst: brand.tax,
  none: { scheme: 'none', financialYearStart: 4 },
  domestic: {
    scheme: 'domestic',
    financialYearStart: 1,
    name: 'VAT',
    ratePercent: 19,
    home: { sentence: 'VAT is included', source: 'https://example.com/home' },
    abroad: { sentence: 'No VAT', source: 'https://example.com/abroad' },
  },
} as const

/** An order of three instalments, the first ones paid. */
async function sell(fields: Partial<Order> = {}, amounts = [33_333, 33_333, 33_334]): Promise<Order> {
  const amountCents = amounts.reduce((sum, amount) => sum + amount, 0)
  const order = await insertOrder(shop.db, {
    isInInstalments: true,
    paymentStatus: 'instalment_paid',
    amountCents,
    originalCents: amountCents,
    currency: 'INR',
    buyer: OF_KARNATAKA,
    ...fields,
  })
  await OrderInstalment.query(shop.db).insert(
    amounts.map((amount, index) => ({
      orderId: order.id,
      position: index + 1,
      label: `Stage ${index + 1}`,
      currency: order.currency,
      amountCents: amount,
      due: (['purchase', 'delivered', 'accepted'] as const)[index] ?? 'accepted',
    })),
  )
  await pay(order, 1)
  return order
}

async function pay({ id: orderId, currency }: Order, instalmentPosition: number): Promise<void> {
  const instalment = await OrderInstalment.query(shop.db)
    .findById([orderId, instalmentPosition])
    .throwIfNotFound()
  const { amountCents } = instalment
  const payment = { orderId, instalmentPosition, amountCents, currency }
  const { id: paymentId } = await insertPayment(shop.db, payment)
  const now = new Date()
  await instalment.$query(shop.db).patch({ state: 'paid', paymentId, paidAt: now, dueAt: now })
  const left = await OrderInstalment.query(shop.db)
    .where({ orderId })
    .whereNotIn('state', ['paid', 'written_off'])
    .resultSize()
  if (left === 0) await Order.query(shop.db).findById(orderId).patch({ paymentStatus: 'paid' })
}

async function giveBack({ id: orderId }: Order, instalmentPosition: number, cents: number): Promise<void> {
  const payment = await Payment.query(shop.db).findOne({ orderId, instalmentPosition }).throwIfNotFound()
  await insertRefund(shop.db, { orderId, paymentId: payment.id, amountCents: cents })
  if (cents === payment.amountCents) await payment.$query(shop.db).patch({ status: 'refunded' })
}

const issue = ({ id }: Order) => issueAll(shop, id)

/** Adds up one amount of all documents, in hundredths. */
const sum = (documents: readonly InvoiceDocument[], choose: (one: InvoiceDocument) => string | undefined) =>
  documents.reduce((total, one) => total + Math.round(Number(choose(one) ?? 0) * 100), 0)

const AMOUNTS: readonly ((document: InvoiceDocument) => string | undefined)[] = [
  ({ total }) => total,
  ({ charged }) => charged.amount,
  ({ lines }) => lines[0]?.amount,
  ({ discount }) => discount?.amount,
  ({ tax }) => tax?.taxableAmount,
  ({ tax }) => tax?.lines[0]?.amount,
  ({ tax }) => tax?.lines[1]?.amount,
]

describe('an order in instalments', () => {
  test('is invoiced instalment by instalment, as each is paid', async () => {
    const order = await sell()
    const [first, ...none] = await issue(order)
    expect(none).toEqual([])
    expect(first).toMatchObject({
      total: '333.33',
      lines: [
        { note: expect.stringMatching(/\. Instalment 1 of 3 \(₹333\.33 of ₹1,000\.00 paid\): Stage 1$/) },
      ],
      paymentStatus: 'PAID',
    })
    await pay(order, 2)
    await pay(order, 3)
    const [, second, third] = await issue(order)
    const serials = `${first?.serial}, ${second?.serial}`
    expect(second?.lines[0]?.note).toMatch(
      new RegExp(
        `Instalment 2 of 3 \\(₹666\\.66 of ₹1,000\\.00 paid\\): Stage 2\\. Earlier invoice: ${first?.serial}$`,
      ),
    )
    expect(third?.lines[0]?.note).toMatch(new RegExp(`Stage 3\\. Earlier invoices: ${serials}$`))
    const payments = await Payment.query(shop.db).where({ orderId: order.id }).orderBy('id')
    expect([first, second, third].map((one) => one?.paymentId)).toEqual(
      payments.map((one) => one.providerPaymentId),
    )
    // Nothing is issued twice.
    expect(await issue(order)).toHaveLength(3)
  })

  test('has each refund credited against the invoice of its instalment, to the last unit of tax', async () => {
    const order = await sell()
    await pay(order, 2)
    await issue(order)
    await giveBack(order, 2, 33_333)
    await giveBack(order, 1, 10_000)
    const [first, second, ...notes] = await issue(order)
    expect(notes).toMatchObject([
      { corrects: { serial: first?.serial }, total: '100.00', paymentStatus: 'PARTLY REFUNDED' },
      { corrects: { serial: second?.serial }, total: '333.33', paymentStatus: 'REFUNDED', tax: second?.tax },
    ])
  })

  test('bills later instalments to the corrected buyer, and corrects what is still open', async () => {
    const order = await sell()
    await pay(order, 2)
    await issue(order)
    await giveBack(order, 2, 33_333)
    const owner = await openSession(shop, order.userId ?? 0)
    const { taxId: _, ...details } = { ...OF_KARNATAKA, state: 'Kerala', address: '1 Main Road' }
    await succeed(owner.put(`/api/orders/${order.id}/billing-details`, details))
    await pay(order, 3)
    const [first, second, refunded, corrected, anew, third, ...none] = await issue(order)
    expect(none).toEqual([])
    expect(refunded).toMatchObject({ corrects: { serial: second?.serial, reason: 'refund' } })
    expect(corrected).toMatchObject({ corrects: { serial: first?.serial, reason: 'billing_details' } })
    expect(anew).toMatchObject({ total: first?.total, buyer: { state: 'Kerala' } })
    expect(third).toMatchObject({ total: '333.34', buyer: second?.buyer })
    expect(third?.lines[0]?.note).toContain(`Earlier invoices: ${anew?.serial}, ${second?.serial}`)
  })

  test('does not count an instalment that is written off as paid', async () => {
    const order = await sell()
    await OrderInstalment.query(shop.db).findById([order.id, 2]).patch({ state: 'written_off' })
    await pay(order, 3)
    const [, third] = await issue(order)
    expect(third?.lines[0]?.note).toContain('Instalment 3 of 3 (₹666.67 of ₹1,000.00 paid)')
  })

  test('takes back what was invoiced unpaid once all that was paid is refunded', async () => {
    const order = await sell({ status: 'completed', completedAt: new Date() }, [40_000, 60_000])
    const second = () => OrderInstalment.query(shop.db).findById([order.id, 2])
    await second().patch({ state: 'due', dueAt: new Date() })
    expect(await issue(order)).toMatchObject([{ paymentStatus: 'PAID' }, { paymentStatus: 'UNPAID' }])
    await giveBack(order, 1, 40_000)
    await second().patch({ state: 'lapsed' })
    await Order.query(shop.db).findById(order.id).patch({ paymentStatus: 'refunded' })
    const [, unpaid, ...notes] = await issue(order)
    expect(notes).toMatchObject([
      { corrects: { reason: 'refund' }, total: '400.00' },
      { corrects: { serial: unpaid?.serial, reason: 'written_off' }, total: '600.00' },
    ])
    expect(await issue(order)).toHaveLength(4)
  })

  test('shows its customer the invoice of each instalment, or the latest', async () => {
    const order = await sell()
    await pay(order, 2)
    const owner = await openSession(shop, order.userId ?? 0)
    const read = async (query: string) =>
      (await owner.get(`/api/orders/${order.id}/invoice${query}`)).json<InvoiceResponse>()
    const [first, second] = await issue(order)
    const shown = { document: first, billingDetailsUntil: expect.any(String) }
    expect(await read('?instalment=1')).toMatchObject(shown)
    expect((await read('')).document).toEqual(second)
    expect(await read('?instalment=3')).toMatchObject({ message: expect.any(String) })
  })
})

function writeAt(sale: BilledSale): InvoiceDocument {
  const left = billSale(sale, documentCurrency(sale.order))
  const buyer = describeBuyer(sale.order.buyer)
  return writeInvoice({ serial: '1', issuedAt: new Date() }, sale, { buyer, left, earlier: [] })
}

/** Checks that every amount of an invoice is exact in its currency, and that the total includes the tax. */
function expectSound(document: InvoiceDocument): void {
  const { total, lines, discount, tax, currency } = document
  expect(total).toMatch(currency === 'JPY' ? /^\d+$/ : /^\d+\.\d\d$/)
  const own = (choose: (one: InvoiceDocument) => string | undefined) => sum([document], choose)
  expect(own(() => lines[0]?.amount) - own(() => discount?.amount)).toBe(own(() => total))
  if (!tax) return
  const taxes = tax.lines.reduce((rest, line) => rest + own(() => line.amount), 0)
  expect(own(() => tax.taxableAmount) + taxes).toBe(own(() => total))
}

test.each(['gst', 'domestic', 'none'] as const)(
  'all instalments add up to the only invoice, with %s',
  (scheme) => {
    const { tax } = brand
    Object.assign(brand, { tax: SCHEMES[scheme] })
    const sales = fc.record({
      minor: fc.integer({ min: 100, max: 2_000_000 }),
      discount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000 })),
      share: fc.integer({ min: 1, max: 98 }),
      isThree: fc.boolean(),
      currency: fc.constantFrom('USD', 'INR', 'EUR', 'JPY'),
      state: fc.constantFrom('Karnataka', 'Kerala', ''),
    })
    try {
      fc.assert(
        fc.property(sales, ({ minor, discount, share, isThree, currency, state }) => {
          const shares = isThree ? [share, 1, 99 - share] : [share, 100 - share]
          const plan = shares.map((one, index) => ({
            label: 'A',
            share: one,
            due: (['purchase', 'delivered', 'accepted'] as const)[index] ?? 'accepted',
          }))
          const split = splitByPlan(plan, money(minor, currency as string), money(1, currency as string))
          fc.pre(split !== undefined)
          const order = Order.fromJson({
            id: 1,
            invoiceNumber: 'INV-1',
            packageName: 'A',
            amountCents: minor,
            currency,
            originalCents: minor + discount,
            discountCents: discount,
            usdInrRate: '84.257913',
            buyer: { ...OF_KARNATAKA, state, taxId: null },
            createdAt: new Date(),
          })
          let before = 0
          const instalments = split.map(({ label, amount }, index) => {
            before += amount.minor
            const paid = { state: 'paid', dueAt: null, paidAt: null } as const
            const instalment = { position: index + 1, label, amountCents: amount.minor, ...paid }
            const sumBefore = before - amount.minor
            const billed = { ...instalment, of: split.length, before: sumBefore, paidBefore: sumBefore }
            return writeAt({ order, category: '', paymentId: null, instalment: billed })
          })
          const whole = writeAt({ order, category: '', paymentId: null, instalment: undefined })
          for (const one of [whole, ...instalments]) expectSound(one)
          for (const choose of AMOUNTS) expect(sum(instalments, choose)).toBe(sum([whole], choose))
        }),
      )
    } finally {
      Object.assign(brand, { tax })
    }
  },
)
