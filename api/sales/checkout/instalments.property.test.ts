/** Random histories of orders in instalments, in several currencies: instalments, money, books and invoices must always agree. */
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { InvoiceDocument } from '#api/contract/money/invoices.ts'
import type { CreateOrderResponse, RetriedOrder } from '#api/contract/sales/checkout.ts'
import { handleDisputeEvent } from '#api/money/disputes/dispute.ts'
import { issueDocuments } from '#api/money/invoices/issue.ts'
import { settleOrder } from '#api/money/payments/settle.ts'
import { settleUnreported } from '#api/money/provider-events/reconcile.ts'
import { sendRefund } from '#api/money/refunds/jobs.ts'
import { isTransferred } from '#api/money/refunds/refund.ts'
import { handleRefundEvent } from '#api/money/refunds/refund-state.ts'
import { type CurrencyCode, decimalsOf } from '#api/rules/money/currencies.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { hasPayment, ORDER_STATUS } from '#api/rules/orders.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { findBookFaults } from '#api/testing/books.ts'
import { bankTransfer, buyerForm, getOrder, IN_HALVES, payOrder, verifyBody } from '#api/testing/buyer.ts'
import { succeed } from '#api/testing/responses.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import type { Package } from '#db/models/catalogue/package.ts'
import { Dispute } from '#db/models/money/dispute.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { BANK, Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { insertPackage } from '#db/testing/builders.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)
/** A fortieth of the fuzz test's runs, because each is more expensive. */
const LIVES = Math.ceil(Number(process.env.FUZZ_RUNS ?? 1200) / 40)

const shop = openTestApp()
sellIn(FOUR_CURRENCIES)
// The bank decides on refunds later. Each step handles the provider events that it causes.
beforeEach(() => shop.setFaults({ dropWebhooks: true, pendingRefunds: true }))

const SALES = [
  { currency: 'USD', country: 'US', price: 129_901 },
  { currency: 'INR', country: 'IN', price: 8_999_999 },
  { currency: 'JPY', country: 'JP', price: 1_001 },
  { currency: 'EUR', country: 'DE', price: 1_003 },
] as const
const PLANS: NonNullable<Package['paymentPlan']>[] = [
  IN_HALVES,
  [
    { label: 'To begin', share: 33, due: 'purchase' },
    { label: 'At delivery', share: 33, due: 'delivered' },
    { label: 'At completion', share: 34, due: 'accepted' },
  ],
]

const ACTS = {
  payNext: 8,
  openNext: 4,
  payOpened: 4,
  payUnreported: 5,
  payAgain: 2,
  payForAnother: 2,
  fail: 3,
  deliver: 4,
  undoDelivery: 3,
  accept: 3,
  complete: 3,
  process: 3,
  cancel: 3,
  cancelOwing: 3,
  undoStatus: 3,
  refundInstalment: 3,
  refundAll: 2,
  refundProcessed: 4,
  refundFails: 2,
  dispute: 2,
  lose: 2,
  win: 2,
  writeOff: 6,
  transfer: 4,
  refundByTransfer: 3,
} as const
type Act = keyof typeof ACTS
type Step = { act: Act; share: number }

const act = fc.oneof(
  ...Object.entries(ACTS).map(([one, weight]) => ({ weight, arbitrary: fc.constant(one as Act) })),
)
const steps = fc.array(fc.record({ act, share: fc.integer({ min: 1, max: 120 }) }), {
  minLength: 8,
  maxLength: 18,
  size: 'max',
})

const newReference = () => `UTR${crypto.randomUUID().slice(0, 12)}`.toUpperCase()

const OK = { statusCode: 200 }
const isUnpaid = ({ state }: OrderInstalment) => state === 'waiting' || state === 'due'
const event = () => ({ provider: shop.gateway.name, receivedAt: new Date() })
const instalmentsOf = (orderId: number) =>
  OrderInstalment.query(shop.db).where({ orderId }).orderBy('position')
const orderOf = (id: number) => getOrder(shop, id)
const paymentsOf = (orderId: number) =>
  Payment.query(shop.db).where({ orderId, fulfilsOrder: true }).orderBy('instalmentPosition')
const refundsOf = (orderId: number) =>
  Refund.query(shop.db)
    .joinRelated('payment')
    .where({ 'payment.orderId': orderId })
    .orderBy('refunds.id')
    .select('refunds.*', 'payment.instalmentPosition', 'payment.fulfilsOrder')

/** Payments that the provider knows, so no bank transfers. */
const cardPaymentsOf = async (orderId: number) =>
  (await paymentsOf(orderId)).filter(({ provider }) => provider !== BANK)

let nth = 0
async function buyFirst({ currency, country, price }: (typeof SALES)[number], plan: (typeof PLANS)[number]) {
  const { id: packageId } = await insertPackage(shop.db, {
    paymentPlan: plan,
    priceCents: 99_999,
    ...(currency === 'USD' ? { priceCents: price } : { otherPrices: { [currency]: price } }),
  })
  const visitor = new Visitor(shop)
  nth += 1
  const body = {
    packageId,
    currency,
    inInstalments: true,
    finalAmount: toDecimal(money(price, currency as CurrencyCode)),
    userData: buyerForm({ email: `buyer-${nth}@example.com`, country }),
  }
  const placed = await succeed<CreateOrderResponse>(visitor.post('/api/create-order', body))
  expect((await payOrder(shop, visitor, placed)).statusCode).toBe(200)
  const { userId } = await orderOf(placed.id)
  return { orderId: placed.id, buyer: await openSession(shop, userId ?? 0) }
}

test('whatever happens to an order in instalments, each capture is credited once and no more goes back than came', async () => {
  const admin = await signInAsAdmin(shop)
  const other = await buyFirst(SALES[0], PLANS[0] ?? [])
  /** How often each act took effect. An act that never does proves nothing. */
  const done = new Map<Act | string, number>()
  const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)

  const live = async (
    sale: (typeof SALES)[number],
    plan: (typeof PLANS)[number],
    isAllPaid: boolean,
    life: Step[],
  ) => {
    const { orderId, buyer } = await buyFirst(sale, plan)
    const path = `/api/orders/${orderId}`
    const inMoney = (minor: number) => toDecimal(money(minor, sale.currency as CurrencyCode))
    const open = async () => {
      const response = await buyer.post(`${path}/next-instalment`)
      return response.statusCode < 300 ? response.json<RetriedOrder>().order : undefined
    }
    /** The instalment that an admin declared still owed for finished work at the last cancellation. */
    let stillDue: number | undefined
    const setStatus = (status: string, owed?: number[]) =>
      admin.browser.patch(`/api/admin/orders/${orderId}/status`, { status, ...(owed && { stillDue: owed }) })
    const openDue = async () => {
      const instalment = await open()
      if (instalment) return instalment
      await setStatus('completed')
      return await open()
    }
    /** An instalment whose payment was opened, as on a page that was never closed. */
    const opened = async () =>
      (await instalmentsOf(orderId)).find(
        ({ state, providerOrderId }) => state !== 'paid' && providerOrderId !== null,
      )?.providerOrderId
    const verify = (receipt: Awaited<ReturnType<typeof shop.pay>>) =>
      new Visitor(shop).post('/api/verify-payment', verifyBody({ orderId } as CreateOrderResponse, receipt))
    const lastDelivery = async () =>
      (await shop.db('deliveries').where({ orderId }).max('number as last'))[0]?.last ?? 1
    const refund = async (amount: string | undefined) => {
      const response = await admin.browser.call(
        'POST',
        `/api/admin/orders/${orderId}/refunds`,
        { reason: 'Asked for', ...(amount && { amount }) },
        { 'idempotency-key': crypto.randomUUID() },
      )
      for (const { id, status } of await refundsOf(orderId))
        if (status === 'requested') await sendRefund(shop, id)
      return response
    }
    const refundShare = (share: number) => refund(inMoney(Math.ceil((sale.price * share) / 200)))
    const findPending = async () => (await refundsOf(orderId)).find(({ status }) => status === 'pending')
    const decideRefund = async (outcome: string, share: number) => {
      if (!(await findPending())) await refundShare(share)
      const pending = await findPending()
      if (!pending?.providerRefundId) return undefined
      await shop.askSandbox('/refund-outcome', { refund_id: pending.providerRefundId, outcome })
      await handleRefundEvent(shop, event(), pending.providerRefundId)
      return OK
    }
    const openDispute = () =>
      Dispute.query(shop.db)
        .whereIn('paymentId', Payment.query(shop.db).where({ orderId }).select('id'))
        .findOne({ status: 'open' })
    const dispute = async (share: number) => {
      const paid = await cardPaymentsOf(orderId)
      const known = paid[share % paid.length]
      const amount = Math.ceil(((known?.amountCents ?? 0) * Math.min(share, 100)) / 100)
      const wanted = { payment_id: known?.providerPaymentId, amount }
      const { id } = await shop.askSandbox<{ id?: string }>('/dispute', wanted)
      if (id) await handleDisputeEvent(shop, event(), id)
      return id ? OK : undefined
    }
    const decideDispute = async (outcome: string, share: number) => {
      if (!(await openDispute())) await dispute(share)
      const open = await openDispute()
      if (!open) return undefined
      await shop.askSandbox('/dispute-outcome', { dispute_id: open.providerDisputeId, outcome })
      await handleDisputeEvent(shop, event(), open.providerDisputeId)
      return OK
    }
    const actOn = ({ position }: OrderInstalment, what: string, body: object) =>
      admin.browser.post(`/api/admin/orders/${orderId}/instalments/${position}/${what}`, body)
    const deliver = () => admin.browser.post(`${path}/deliveries`, { note: 'Done' })

    const DO: Record<Act, (share: number) => Promise<{ statusCode: number } | undefined>> = {
      payNext: async () => {
        const instalment = await open()
        return instalment && (await payOrder(shop, buyer, instalment))
      },
      openNext: async () => ((await openDue()) ? OK : undefined),
      payOpened: async () => {
        if (!(await opened())) await openDue()
        const providerOrderId = await opened()
        return providerOrderId ? verify(await shop.pay(providerOrderId)) : undefined
      },
      payUnreported: async () => {
        const instalment = await openDue()
        if (!instalment) return undefined
        await shop.pay(instalment.razorpayOrderId ?? '')
        await settleUnreported(shop, await orderOf(orderId))
        return OK
      },
      // The sandbox accepts no second payment of an order, so this fakes the provider's report of one.
      payAgain: async (share) => {
        const paid = await cardPaymentsOf(orderId)
        const known = paid[share % paid.length]
        const first = await shop.gateway.getPayment(known?.providerPaymentId ?? '')
        const payment = {
          ...first,
          id: `pay_${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`,
          status: 'captured' as const,
        }
        const settlement = { actorKind: 'provider', payment } as const
        const settled = await shop.db.transaction((trx) => settleOrder(shop, trx, orderId, settlement))
        expect(settled.fulfils).toBe(false)
        return OK
      },
      payForAnother: async () => {
        const payment = await Payment.query(shop.db).findOne({ orderId: other.orderId }).throwIfNotFound()
        const known = await shop.gateway.getPayment(payment.providerPaymentId ?? '')
        const settlement = { actorKind: 'provider', payment: known } as const
        const settling = shop.db.transaction((trx) => settleOrder(shop, trx, orderId, settlement))
        await expect(settling).rejects.toThrow('Payment verification failed')
        return OK
      },
      fail: async () => {
        const instalment = await openDue()
        if (!instalment) return undefined
        await shop.pay(instalment.razorpayOrderId ?? '', 'declined')
        await settleUnreported(shop, await orderOf(orderId))
        return OK
      },
      deliver,
      undoDelivery: async () => {
        await deliver()
        return admin.browser.post(`${path}/deliveries/${await lastDelivery()}/undo`)
      },
      accept: async () => {
        await deliver()
        return buyer.post(`${path}/deliveries/${await lastDelivery()}/accept`)
      },
      complete: () => setStatus('completed'),
      process: () => setStatus('processing'),
      cancel: () => setStatus('cancelled'),
      cancelOwing: async () => {
        const unpaid = (await instalmentsOf(orderId)).find(isUnpaid)
        if (!unpaid) return undefined
        stillDue = unpaid.position
        return setStatus('cancelled', [unpaid.position])
      },
      undoStatus: () => admin.browser.post(`/api/admin/orders/${orderId}/status/undo`),
      refundInstalment: refundShare,
      refundAll: () => refund(undefined),
      refundProcessed: (share) => decideRefund('processed', share),
      refundFails: (share) => decideRefund('failed', share),
      dispute,
      lose: (share) => decideDispute('lost', share),
      win: (share) => decideDispute('won', share),
      writeOff: async () => {
        const left = (await instalmentsOf(orderId)).findLast(isUnpaid)
        return left && actOn(left, 'write-off', { reason: 'Insolvent' })
      },
      transfer: async (share) => {
        await openDue()
        const due = (await instalmentsOf(orderId)).find(({ state }) => state === 'due')
        if (!due) return undefined
        const withheld = Math.floor((due.amountCents * Math.min(share, 90)) / 1000)
        const sums = { withheld: inMoney(withheld), reference: newReference() }
        return actOn(due, 'transfer', bankTransfer(inMoney(due.amountCents - withheld), sums))
      },
      refundByTransfer: async (share) => {
        const failed = async () => (await refundsOf(orderId)).findLast(({ status }) => status === 'failed')
        if (!(await failed())) await decideRefund('failed', share)
        const body = { reference: newReference() }
        const last = await failed()
        return last && admin.browser.post(`/api/admin/refunds/${last.id}/transfers`, body)
      },
    }

    if (isAllPaid) {
      await setStatus('completed')
      for (let instalment = await open(); instalment; instalment = await open())
        await payOrder(shop, buyer, instalment)
      await setStatus('processing')
    }
    for (const { act, share } of life) {
      const before = { order: await orderOf(orderId), instalments: await instalmentsOf(orderId) }
      const disputed = await openDispute()
      const refundsBefore = await refundsOf(orderId)
      const response = await DO[act](share)
      if (!response) continue
      const { statusCode } = response
      expect([200, 201, 204, 400, 404, 409], `${act} responds with ${statusCode}`).toContain(statusCode)
      if (statusCode < 300) count(act)
      if (act === 'cancel' && before.order.status !== 'cancelled') stillDue = undefined
      await issueDocuments(shop.db, orderId)
      const [order, instalments] = [await orderOf(orderId), await instalmentsOf(orderId)]
      const refunds = await refundsOf(orderId)
      expect(await findBookFaults(shop.db), act).toEqual([])

      // A paid instalment never changes, and each other instalment is paid only by a capture of its own.
      const payments = await paymentsOf(orderId)
      for (const was of before.instalments) {
        const is = instalments.find(({ position }) => position === was.position)
        if (was.state === 'paid') expect(is).toEqual(was)
        if (is?.state !== 'paid') continue
        const payment = payments.find(({ id }) => id === is.paymentId)
        expect(payment).toMatchObject({ instalmentPosition: is.position, amountCents: is.amountCents })
        if (was.state !== 'paid') count('later instalment paid')
      }
      expect(payments).toHaveLength(instalments.filter(({ state }) => state === 'paid').length)
      // Never refunds more than was paid, nor through two channels.
      for (const payment of payments) {
        const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
        const asked = own.filter(({ status }) => status !== 'failed')
        const sum = asked.reduce((total, { amountCents }) => total + amountCents, 0)
        expect(sum).toBeLessThanOrEqual(payment.amountCents)
      }
      // A refund takes from the newest instalment first, and never from a disputed one.
      const added = refunds.filter(({ id }) => !refundsBefore.some((known) => known.id === id))
      if (act === 'refundInstalment' || act === 'refundAll') {
        const positions = added.map((one) => (one as unknown as Payment).instalmentPosition ?? 0)
        expect(positions).toEqual(positions.toSorted((a, b) => b - a))
        expect(added.map(({ paymentId }) => paymentId)).not.toContain(disputed?.paymentId)
        if (added.length > 1) count('refund of several instalments')
        if (added.length > 0 && disputed) count('refund beside a dispute')
      }

      // The instalments' states match the order's.
      const states = instalments.map(({ state }) => state)
      if (ORDER_STATUS[order.status].isCancelled || !hasPayment(order)) {
        const open = instalments.filter(isUnpaid)
        for (const { state, position } of open) expect([state, position]).toEqual(['due', stillDue])
        if (!hasPayment(order)) expect(open).toEqual([])
      } else expect(states).not.toContain('lapsed')
      if (order.status === 'completed') expect(states).not.toContain('waiting')
      if (order.workState === 'delivered')
        for (const instalment of instalments)
          if (instalment.due === 'delivered') expect(instalment.state).not.toBe('waiting')
      // The payment status only moves forward.
      const ways = await OrderEvent.query(shop.db).where({ orderId, kind: 'payment_status' }).orderBy('id')
      const way = ways.map(({ toValue }) => toValue ?? '')
      expect(way).toEqual(way.toSorted((a, b) => MONEY.indexOf(a) - MONEY.indexOf(b)))
      expect(way.filter((one) => one === 'paid').length).toBeLessThanOrEqual(1)

      // Each paid instalment has one invoice, and each processed refund one credit note for it.
      const papers = await Invoice.query(shop.db).where({ orderId })
      const toMinor = (text: string) =>
        Math.round(Number(text) * 10 ** decimalsOf(sale.currency as CurrencyCode))
      for (const payment of payments) {
        const own = papers.filter((one) => one.instalmentPosition === payment.instalmentPosition)
        const back = refunds.filter((one) => one.paymentId === payment.id && one.status === 'processed')
        expect(own.filter(({ kind }) => kind === 'invoice')).toHaveLength(1)
        const notes = own.filter(({ kind }) => kind === 'credit_note')
        expect(notes.map(({ refundId }) => refundId).toSorted()).toEqual(back.map(({ id }) => id).toSorted())
        const credited = notes.map(({ document }) => JSON.parse(document ?? '') as InvoiceDocument)
        expect(credited.reduce((sum, { charged }) => sum + toMinor(charged.amount), 0)).toBe(
          back.reduce((sum, { amountCents }) => sum + amountCents, 0),
        )
      }
      // An instalment that is due on completion is invoiced before it is paid, and once.
      const isPaid = (position: number | null) =>
        payments.some(({ instalmentPosition }) => instalmentPosition === position)
      const early = papers.filter((one) => one.kind === 'invoice' && !isPaid(one.instalmentPosition))
      expect(new Set(early.map(({ instalmentPosition }) => instalmentPosition)).size).toBe(early.length)
      for (const { document } of early) expect(document).toContain('"paymentStatus":"UNPAID"')
    }

    // The provider agrees: each capture under its instalment's provider order, with the refunds.
    for (const payment of await cardPaymentsOf(orderId)) {
      const instalment = (await instalmentsOf(orderId)).find(({ paymentId }) => paymentId === payment.id)
      const own = (await refundsOf(orderId)).filter(
        (refund) =>
          refund.paymentId === payment.id &&
          refund.disputeId === null &&
          refund.status !== 'failed' &&
          !isTransferred(refund),
      )
      expect(await shop.gateway.getPayment(payment.providerPaymentId ?? '')).toMatchObject({
        orderId: instalment?.providerOrderId,
        amount: { minor: instalment?.amountCents },
        refunded: { minor: own.reduce((total, { amountCents }) => total + amountCents, 0) },
      })
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SALES), fc.constantFrom(...PLANS), fc.boolean(), steps, live),
    { numRuns: LIVES, seed: SEED, endOnFailure: true },
  )
  const later = ['later instalment paid', 'refund of several instalments', 'refund beside a dispute']
  const reached = [...Object.keys(ACTS), ...later]
  expect([...done.keys()]).toEqual(expect.arrayContaining(reached))
}, 600_000)

const MONEY = ['unpaid', 'instalment_paid', 'paid', 'refunded']
