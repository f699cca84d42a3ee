import { beforeEach, describe, expect, test } from 'vitest'
import { calendar } from '#api/content/content.ts'
import type { AccountsInvoice, AccountsOrder, AccountsRefund } from '#api/contract/money/accounting.ts'
import { issueDocuments } from '#api/money/invoices/issue.ts'
import { fetchList, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { insertPaidOrder, insertRefund } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' }, hasProcessRole: true })
let ada: Visitor
let id: number
beforeEach(async () => {
  const { browser, user } = await signInAsAdmin(shop)
  ;[ada, id] = [browser, user.id]
})

const rowsOf = async <Row>(path: string) => (await fetchList<Row>(ada, `/api/accounts/${path}`)).rows

/** An order with a refund of $11.80. */
async function sell() {
  const price = { originalCents: 11_800, amountCents: 11_800, usdInrRate: '100' }
  const order = await insertPaidOrder(shop.db, { ...price, couponCode: 'SECRET20' })
  await insertRefund(shop.db, { orderId: order.id, amountCents: 1180, reason: 'He shouted at us' })
  await issueDocuments(shop.db, order.id)
  return order
}

describe('for bookkeeping an admin reads', () => {
  test('paid orders with their money, and nothing that the team or the customer has written', async () => {
    const { invoiceNumber } = await sell()
    await insertPaidOrder(shop.db, { paymentStatus: 'unpaid', paidAt: null, promisedAt: null })
    const rows = await rowsOf<AccountsOrder>('orders')
    const money = { amount: '118.00', refundedAmount: '11.80', amountInr: '11800.00' }
    expect(rows).toMatchObject([{ invoiceNumber, ...money }])
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
    await order.$query(shop.db).patch({ buyer: { ...order.buyer, email: '' } })
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
      const { body, statusCode } = await ada.get(`/api/accounts/${file}.csv`)
      expect(statusCode).toBe(200)
      expect(body).toContain(invoiceNumber)
      expect(body).not.toMatch(/SECRET20|shouted|grace@/)
    }
    const logged = await AuditEntry.query(shop.db).where({ actorId: id, action: 'exported' }).orderBy('id')
    const names = logged.map(({ subjectLabel }) => subjectLabel)
    expect(names).toEqual(['orders.csv', 'invoices.csv', 'refunds.csv'])
  })
})
