import { beforeEach, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { Payment, Refund } from '../../../db/models/payment.ts'
import { insertPaidOrder } from '../../../db/testing/builders.ts'
import { calendar } from '../../content/content.ts'
import type { AccountsInvoice, AccountsOrder, AccountsRefund } from '../../contract/order-work/accounts.ts'
import { fetchList, signInAs, signInAsAdmin } from '../../testing/back-office.ts'
import { signIn } from '../../testing/buyer.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'
import { issueDocuments } from '../invoices/issue.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' }, hasProcessRole: true })
let abacus: Visitor
let id: number
beforeEach(async () => {
  const { browser, user } = await signInAs(shop, { email: 'abacus@shop.example', isAccountant: true })
  ;[abacus, id] = [browser, user.id]
})

const rowsOf = async <Row>(path: string) => (await fetchList<Row>(abacus, `/api/accounts/${path}`)).rows

/** An order of which $11.80 went back. */
async function sell() {
  const order = await insertPaidOrder(shop.db, {
    originalCents: 11_800,
    amountCents: 11_800,
    usdInrRate: '100',
    couponCode: 'SECRET20',
  })
  const payment = await Payment.query(shop.db).findOne({ orderId: order.id }).throwIfNotFound()
  await Refund.query(shop.db).insert({
    paymentId: payment.id,
    amountCents: 1180,
    reason: 'He shouted at us',
    status: 'processed',
    processedAt: new Date(),
  })
  await issueDocuments(shop.db, order.id)
  return order
}

describe('an accountant reads', () => {
  test('paid orders with their money, and nothing that the team or the customer has written', async () => {
    const { invoiceNumber } = await sell()
    await insertPaidOrder(shop.db, { paymentStatus: 'unpaid', paidAt: null, promisedAt: null })
    const rows = await rowsOf<AccountsOrder>('orders')
    expect(rows).toMatchObject([
      { invoiceNumber, amount: '118.00', refundedAmount: '11.80', amountInr: '11800.00' },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/SECRET20|@|shouted/)
  })

  test('invoices and credit notes, found by order and by serial', async () => {
    const { invoiceNumber } = await sell()
    await sell()
    const all = await rowsOf<AccountsInvoice>('invoices')
    expect(all).toHaveLength(4)
    const serial = all[0]?.serial ?? ''
    expect(await rowsOf(`invoices?q=${serial}`)).toEqual([all[0]])
    const [note] = await rowsOf<AccountsInvoice>(`invoices?q=${invoiceNumber}&kind=credit_note`)
    expect(note).toMatchObject({ total: '1180.00', charged: { amount: '11.80', currency: 'USD' } })
    expect(note?.document?.orderNumber).toBe(invoiceNumber)
  })

  test('no buyer of an order whose customer was erased', async () => {
    const order = await sell()
    await shop
      .db('orders')
      .where({ id: order.id })
      .update({ buyer: JSON.stringify({ ...order.buyer, email: '' }) })
    const [row] = await rowsOf<AccountsInvoice>('invoices')
    expect(row).toMatchObject({ buyer: '', document: null })
    expect(JSON.stringify(row)).not.toContain(order.buyer.lastName)
  })

  test('refunds without their reasons', async () => {
    const { invoiceNumber } = await sell()
    const rows = await rowsOf<AccountsRefund>(`refunds?q=${invoiceNumber}`)
    expect(rows).toMatchObject([{ amount: '11.80', currency: 'USD', order: { invoiceNumber } }])
    expect(JSON.stringify(rows)).not.toContain('shouted')
  })

  test('the days of the company’s time zone', async () => {
    const midnight = new Date('2026-03-01T00:00:00+05:30')
    expect(calendar.timeZone).toBe('Asia/Kolkata')
    await insertPaidOrder(shop.db, { createdAt: midnight, paidAt: midnight })
    expect(await rowsOf('orders?from=2026-03-01&to=2026-03-01')).toHaveLength(1)
    expect(await rowsOf('orders?to=2026-02-28')).toHaveLength(0)
    expect(await rowsOf('orders?from=2026-03-02')).toHaveLength(0)
  })

  test('files of all three, each of them in the audit log', async () => {
    const { invoiceNumber } = await sell()
    for (const file of ['orders', 'invoices', 'refunds']) {
      const { body, statusCode } = await abacus.get(`/api/accounts/${file}.csv`)
      expect(statusCode).toBe(200)
      expect(body).toContain(invoiceNumber)
      expect(body).not.toMatch(/SECRET20|shouted|grace@/)
    }
    const logged = await AuditEntry.query(shop.db).where({ actorId: id, action: 'exported' }).orderBy('id')
    expect(logged.map(({ subjectLabel }) => subjectLabel)).toEqual([
      'orders.csv',
      'invoices.csv',
      'refunds.csv',
    ])
  })
})

test('an admin gives the right and takes it: the owner hears of both, and is signed out', async () => {
  const admin = (await signInAsAdmin(shop)).browser
  const path = `/api/admin/users/${id}`
  expect((await admin.patch(path, { isAccountant: false })).json()).toMatchObject({ isAccountant: false })
  expect((await abacus.get('/api/accounts/orders')).statusCode).toBe(401)
  const plain = await signIn(shop, 'abacus@shop.example', 'a-fine-secret')
  expect((await plain.get('/api/accounts/orders')).statusCode).toBe(403)
  expect((await fetchList(admin, '/api/admin/users?role=accountant')).rows).toEqual([])

  await admin.patch(path, { isAccountant: true })
  expect((await plain.get('/api/accounts/orders')).statusCode).toBe(401)
  expect((await fetchList(admin, '/api/admin/users?role=accountant')).rows).toMatchObject([{ id }])
  expect((await fetchList<{ id: number }>(admin, '/api/admin/users?role=customer')).rows).toEqual([])
  expect((await admin.get('/api/accounts/orders')).statusCode).toBe(200)
  const changes = await AuditEntry.query(shop.db).where({ subjectId: id, action: 'updated' }).orderBy('id')
  expect(changes.map((one) => one.changes)).toEqual([
    [{ field: 'isAccountant', from: true, to: false }],
    [{ field: 'isAccountant', from: false, to: true }],
  ])
  await shop.finishJobs()
  expect(await OutboxMessage.query(shop.db).where({ toEmail: 'abacus@shop.example' })).toHaveLength(2)
})
