/** Changes to the instalments of an order that the database itself refuses. */
import { expect, test } from 'vitest'
import { OrderInstalment } from './models/money/order-instalment.ts'
import { insertOrder, insertPayment } from './testing/builders.ts'
import { openTestDb } from './testing/test-db.ts'

const testDb = openTestDb()

async function orderOf(...amounts: number[]) {
  const order = await insertOrder(testDb.db, { paymentStatus: 'unpaid' })
  const instalments = amounts.map((amountCents, index) => ({
    orderId: order.id,
    position: index + 1,
    label: `Instalment ${index + 1}`,
    amountCents,
    currency: 'USD',
    ...(index === 0
      ? { due: 'purchase', state: 'due', dueAt: new Date() }
      : { due: 'accepted', state: 'waiting' }),
  }))
  await testDb.db.transaction((trx) => trx('order_instalments').insert(instalments))
  return order
}
const instalmentOf = (orderId: number, position: number) =>
  OrderInstalment.query(testDb.db).findById([orderId, position])

test('instalments that do not add up to the amount of their order are refused, and those of another currency', async () => {
  const refused = 'must add up to its amount'
  await expect(orderOf(64_950, 64_951)).rejects.toThrow(refused)
  const order = await orderOf(64_950, 64_950)
  await expect(instalmentOf(order.id, 2).patch({ amountCents: 64_949 })).rejects.toThrow(refused)
  await expect(instalmentOf(order.id, 2).patch({ currency: 'EUR' })).rejects.toThrow(refused)
  await expect(instalmentOf(order.id, 2).delete()).rejects.toThrow(refused)
  await expect(orderOf(0, 129_900)).rejects.toThrow('check constraint')
})

test('an instalment that is paid never changes, and no payment pays two', async () => {
  const order = await orderOf(64_950, 64_950)
  const { id: paymentId } = await insertPayment(testDb.db, { orderId: order.id, amountCents: 64_950 })
  const paid = { state: 'paid', paymentId, paidAt: new Date() } as const
  await expect(instalmentOf(order.id, 1).patch({ state: 'paid' })).rejects.toThrow(
    'order_instalments_paid_by_a_payment',
  )
  await instalmentOf(order.id, 1).patch(paid)
  const refused = 'An instalment that is paid never changes'
  await expect(
    instalmentOf(order.id, 1).patch({ state: 'due', paymentId: null, paidAt: null }),
  ).rejects.toThrow(refused)
  await expect(instalmentOf(order.id, 1).patch({ amountCents: 1 })).rejects.toThrow(refused)
  await expect(instalmentOf(order.id, 1).delete()).rejects.toThrow(refused)
  await expect(instalmentOf(order.id, 2).patch({ ...paid, dueAt: new Date() })).rejects.toThrow('payment_id')
})

test('an order that was never paid goes with its instalments', async () => {
  const order = await orderOf(64_950, 64_950)
  await testDb.db('orders').where({ id: order.id }).delete()
  expect(await OrderInstalment.query(testDb.db).where({ orderId: order.id })).toEqual([])
})
