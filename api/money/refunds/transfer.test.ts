/** Refunds of orders in instalments: disputed, refused by the provider, or made by bank transfer instead. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderRefunds } from '#api/contract/money/payments.ts'
import type { RetriedOrder } from '#api/contract/sales/checkout.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyInInstalments, getOrder, IN_HALVES, payOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, statusesOf, succeed } from '#api/testing/responses.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertDispute, insertRefund } from '#db/testing/builders.ts'

const shop = openTestApp({ hasProcessRole: true })
checkBooksAfterEach(shop)
let ada: SignedIn
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  ada = await signInAsAdmin(shop)
})

/** An order of two instalments, both paid. */
async function buyBoth() {
  const { id, buyer } = await buyInInstalments(shop, IN_HALVES)
  await ada.browser.patch(`/api/admin/orders/${id}/status`, { status: 'completed' })
  const { order } = await succeed<RetriedOrder>(buyer.post(`/api/orders/${id}/next-instalment`))
  expectResponse(await payOrder(shop, buyer, order), 200)
  const [first, second] = await Payment.query(shop.db).where({ orderId: id }).orderBy('id')
  return { id, first: first as Payment, second: second as Payment }
}

const ask = async (id: number, amount?: string) => {
  const body = { reason: 'Asked for', ...(amount && { amount }) }
  const response = await ada.browser.post(`/api/admin/orders/${id}/refunds`, body)
  await shop.finishJobs()
  return response
}
const read = async (id: number) =>
  (await ada.browser.get(`/api/admin/orders/${id}/refunds`)).json<OrderRefunds>()
const transfer = (refundId: number) =>
  ada.browser.post(`/api/admin/refunds/${refundId}/transfers`, { reference: 'UTR 4711 0815' })
/** Makes the provider not know the payment, as happens after half a year. */
const forget = (payment: Payment) =>
  payment.$query(shop.db).patch({ providerPaymentId: `pay_${'0'.repeat(14)}` })

test('what is left to give back leaves an instalment out that its bank reviews', async () => {
  const { id, second } = await buyBoth()
  await insertDispute(shop.db, { orderId: id, paymentId: second.id })
  expect(await read(id)).toMatchObject({ left: '649.50', disputed: '649.50', isDisputed: false })
  expectRefused(await ask(id, '649.51'), 'exceeds_refundable')
  expectResponse(await ask(id), 201)
  expect(await read(id)).toMatchObject({ refunded: '649.50', isDisputed: true, refunds: [{ instalment: 1 }] })
})

test.each(['649.00', '648.51', '649.60'])(
  'a refund of %s of two instalments leaves nothing that the provider does not give back',
  async (amount) => {
    const { id } = await buyBoth()
    expectResponse(await ask(id, amount), 201)
    expectResponse(await ask(id), 201)
    expect(await read(id)).toMatchObject({ refunded: '1299.00', left: '0.00' })
  },
)

test('too little of one instalment, left by a refund on the provider’s own site, does not keep the other back', async () => {
  const { id, second } = await buyBoth()
  await insertRefund(shop.db, { orderId: id, paymentId: second.id, amountCents: 64_900 })
  expectResponse(await ask(id), 201)
  expect(await read(id)).toMatchObject({ refunded: '1298.50' })
})

describe('a refund of two instalments of which the provider refuses one', () => {
  async function refuseOne() {
    const sold = await buyBoth()
    await forget(sold.second)
    expectResponse(await ask(sold.id), 201)
    const failed = await Refund.query(shop.db).findOne({ status: 'failed' }).throwIfNotFound()
    return { ...sold, failed }
  }

  test('gives the other back, and names the sum that is missing', async () => {
    const { id, second, failed } = await refuseOne()
    expect(failed.paymentId).toBe(second.id)
    expect(await read(id)).toMatchObject({
      refunded: '649.50',
      left: '649.50',
      missing: '649.50',
      refunds: [
        { instalment: 1, status: 'processed' },
        { instalment: 2, status: 'failed' },
      ],
    })
    const [told] = await Notification.query(shop.db).where({ kind: 'refund_failed' })
    expect(told).toMatchObject({ title: 'A refund of $649.50 has failed' })
    expect(told?.facts).toContainEqual({ label: 'Instalment', value: '2' })
    const notes = await OrderEvent.query(shop.db).where({ orderId: id, actorKind: 'provider', kind: 'note' })
    expect(notes.map(({ note }) => note)).toEqual([
      expect.stringMatching(/^Refund of \$649\.50 of instalment 2 failed: /),
    ])
    expect(await getOrder(shop, id)).toMatchObject({ paymentStatus: 'paid' })
  })

  test('is made whole by a bank transfer, which has its credit note and a mail with the reference', async () => {
    const { id, failed } = await refuseOne()
    const sent = { amount: '649.50', bankReference: 'UTR 4711 0815', instalment: 2 }
    expectResponse(await transfer(failed.id), 201, { ...sent, status: 'processed' })
    await shop.finishJobs()
    expect(await read(id)).toMatchObject({ refunded: '1299.00', left: '0.00', missing: '0.00' })
    expect(await getOrder(shop, id)).toMatchObject({ paymentStatus: 'refunded' })
    const notes = Invoice.query(shop.db).where({ kind: 'credit_note', instalmentPosition: 2 })
    expect(await notes.resultSize()).toBe(1)
    const { subject, text } = await readReceipt()
    expect(subject).toContain('Your refund of $649.50')
    expect(text).toContain('by bank transfer')
    expect(text).toContain('UTR 4711 0815')
  })

  test('is given back by transfer once, and not beside another refund', async () => {
    const { id, first, failed } = await refuseOne()
    const done = await Refund.query(shop.db).findOne({ paymentId: first.id }).throwIfNotFound()
    expectRefused(await transfer(done.id), 'refund_not_failed')
    expectResponse(await transfer(999_999), 404)
    const dispute = await insertDispute(shop.db, { orderId: id, paymentId: failed.paymentId })
    expectRefused(await transfer(failed.id), 'in_dispute')
    await shop.db('disputes').where({ id: dispute.id }).update({ status: 'won' })
    expect(await statusesOf(2, () => transfer(failed.id))).toEqual([201, 409])
  })
})

async function readReceipt() {
  const mails = await OutboxMessage.query(shop.db).where({ kind: 'refund_receipt' }).orderBy('id', 'desc')
  const raw = await readFile(join(shop.mailDir, `${mails[0]?.messageId}.eml`))
  const { subject, text = '' } = await PostalMime.parse(raw)
  return { subject, text }
}
