import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#api/contract/orders/orders.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, openBrowser, type World } from '#api/testing/world.ts'
import { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import type { Payment } from '#db/models/money/payment.ts'
import { Order, OrderAnswer, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { insertOrder, insertPayment, insertQuestion, insertRefund } from '#db/testing/builders.ts'

const shop = openTestApp()
const ORDERED_AT = new Date('2026-11-02T09:00:00Z')
const at = (hours: number) => new Date(ORDERED_AT.getTime() + hours * 3_600_000)

let world: World
let customer: Visitor
beforeEach(async () => {
  world = await buildWorld(shop.db)
  customer = await openBrowser(shop, world, 'customer')
  await changeOrder({ createdAt: ORDERED_AT, paidAt: at(1) })
  const answeredAt = { updatedAt: at(2) }
  await OrderAnswer.query(shop.db).where({ orderId: world.order.id }).patch(answeredAt)
})

const read = () => customer.get(`/api/orders/${world.order.id}`)
const changeOrder = (fields: Partial<Order>) => Order.query(shop.db).findById(world.order.id).patch(fields)
const changeStaff = (fields: Partial<User>) =>
  User.query(shop.db).findById(world.users.staff.id).patch(fields)
const detail = async () => (await read()).json<OrderDetail>()
const steps = async () => (await detail()).timeline.map(({ step }) => step)

async function record(kind: OrderEvent['kind'], changes: [string | null, string][]): Promise<void> {
  for (const [index, [fromValue, toValue]] of changes.entries()) {
    const event = { kind, fromValue, toValue, actorKind: 'admin' as const, createdAt: at(10 + index) }
    await OrderEvent.query(shop.db).insert({ orderId: world.order.id, ...event })
  }
}

describe('an order in detail', () => {
  test('is the order of the list, with the promise it was made with', async () => {
    await Package.query(shop.db).findById(world.pkg.id).patch({ deliveryDays: 99 })
    const [listed] = (await customer.get('/api/orders')).json()
    expect(await detail()).toMatchObject({ ...listed, deliveryDays: world.pkg.deliveryDays })
  })

  test('has its customer as they are today, in the list, too, and no password', async () => {
    await User.query(shop.db).findById(world.users.customer.id).patch({ company: 'Renamed Ltd' })
    const me = (await customer.get('/api/auth/me')).json()
    expect(me).toMatchObject({ company: 'Renamed Ltd' })
    const list = await customer.get('/api/orders')
    for (const order of list.json<OrderDetail[]>()) {
      expect(order.user).toEqual(me)
      expect(order.buyer.company).toBe(world.order.buyer.company)
    }
    expect((await detail()).user).toEqual(me)
    expect(list.body).not.toMatch(/password|hash/i)
  })

  test('has in the list, too, the payment of its first instalment and what went back of all of them', async () => {
    const instalment = { currency: 'USD', amountCents: 9_900 }
    const sum = { amountCents: 19_800, originalCents: 19_800, paymentStatus: 'instalment_paid' as const }
    const userId = world.users.customer.id
    const { id: orderId } = await insertOrder(shop.db, { userId, isInInstalments: true, ...sum })
    await OrderInstalment.query(shop.db).insert([
      { orderId, position: 1, label: 'Start', due: 'purchase', ...instalment },
      { orderId, position: 2, label: 'End', due: 'delivered', ...instalment },
    ])
    const pay = (instalmentPosition: number, fields: Partial<Payment>) =>
      insertPayment(shop.db, { orderId, instalmentPosition, ...fields })
    const second = await pay(2, { providerPaymentId: 'pay_second' })
    const first = await pay(1, { providerPaymentId: 'pay_first' })
    const again = await pay(1, { fulfilsOrder: false })
    for (const [{ id: paymentId }, amountCents, status] of [
      [first, 100, 'processed'],
      [first, 20, 'processed'],
      [second, 3, 'processed'],
      [second, 500, 'pending'],
      [again, 9_900, 'processed'],
    ] as const)
      await insertRefund(shop.db, { orderId, paymentId, amountCents, status })
    const listed = (await customer.get('/api/orders')).json<OrderDetail[]>().find(({ id }) => id === orderId)
    expect(listed).toMatchObject({ paymentId: 'pay_first', refundedAmount: '1.23' })
    expect((await customer.get(`/api/orders/${orderId}`)).json()).toMatchObject({ ...listed })
  })

  test('shows a field of the buyer empty that was added after the order was made', async () => {
    await shop.db.raw(`UPDATE orders SET buyer = buyer - '{company,taxId}'::text[]`)
    const { buyer } = await detail()
    expect(buyer).toMatchObject({ company: '', taxId: null })
    const [listed] = (await customer.get('/api/orders')).json<OrderDetail[]>()
    expect(listed?.buyer).toEqual(buyer)
  })

  test('lists what happened when, oldest first', async () => {
    await record('status', [
      [null, 'pending'],
      ['pending', 'processing'],
      ['processing', 'completed'],
    ])
    expect((await detail()).timeline).toEqual([
      { step: 'ordered', at: ORDERED_AT.toISOString() },
      { step: 'paid', at: at(1).toISOString() },
      { step: 'answered', at: at(2).toISOString() },
      { step: 'started', at: at(11).toISOString() },
      { step: 'completed', at: at(12).toISOString() },
    ])
  })

  test('lists work that was paused, ended and resumed', async () => {
    await record('status', [
      ['pending', 'processing'],
      ['processing', 'pending'],
      ['pending', 'cancelled'],
      ['cancelled', 'processing'],
    ])
    expect((await steps()).slice(3)).toEqual(['started', 'paused', 'cancelled', 'reopened'])
  })

  test('says that its customer cancelled it', async () => {
    const { id: orderId } = world.order
    const change = { kind: 'status', fromValue: 'pending', toValue: 'cancelled' } as const
    await OrderEvent.query(shop.db).insert({ orderId, ...change, actorKind: 'customer', createdAt: at(10) })
    expect(await steps()).toEqual(['ordered', 'paid', 'answered', 'cancelled_in_time'])
  })

  test('has its answers only once all required ones are in', async () => {
    await insertQuestion(shop.db, {
      packageId: world.pkg.id,
      required: true,
      position: 1,
      question: 'Which domain?',
    })
    expect(await steps()).toEqual(['ordered', 'paid'])
  })

  test('takes payments from their events, each once', async () => {
    await record('payment_status', [
      ['unpaid', 'paid'],
      ['paid', 'refunded'],
    ])
    expect(await steps()).toEqual(['ordered', 'answered', 'paid', 'refunded'])
  })

  test('does not show notes, nor who did what', async () => {
    await record('note', [[null, 'Called the bank']])
    const response = await read()
    expect(response.body).not.toMatch(/Called the bank|"actor/)
  })

  test('counts questions and answers, but no cleared answers and no retired questions', async () => {
    const { id: packageId } = world.pkg
    const optional = { packageId, required: false, position: 1 }
    const cleared = await insertQuestion(shop.db, { ...optional, question: 'Which domain?' })
    const fax = { question: 'Which fax?', retiredAt: new Date() }
    const retired = await insertQuestion(shop.db, { ...optional, ...fax })
    const orderId = world.order.id
    await OrderAnswer.query(shop.db).insert([
      { orderId, questionId: cleared.id, question: 'Which domain?', answer: '' },
      { orderId, questionId: retired.id, question: 'Which fax?', answer: 'None' },
    ])
    expect((await detail()).questions).toEqual({ asked: 2, answered: 1, requiredOpen: 0 })
  })

  test('counts a required question as open until its answer says something', async () => {
    await PackageQuestion.query(shop.db).findById(world.question.id).patch({ required: true })
    expect((await detail()).questions).toEqual({ asked: 1, answered: 1, requiredOpen: 0 })
    await OrderAnswer.query(shop.db).where({ orderId: world.order.id }).patch({ answer: ' ' })
    const blank = { asked: 1, answered: 0, requiredOpen: 1 }
    expect((await detail()).questions).toEqual(blank)
    const [listed] = (await customer.get('/api/orders')).json()
    expect(listed).toMatchObject({ questions: blank })
  })

  test('names who works on it by name and role, and tells nothing else of them', async () => {
    const { staff } = world.users
    const contacts = [{ firstName: staff.firstName, lastName: staff.lastName, role: staff.jobTitle }]
    expect((await detail()).contacts).toEqual(contacts)
    const list = await customer.get('/api/orders')
    expect(list.json<OrderDetail[]>()[0]?.contacts).toEqual(contacts)
    for (const { body } of [list, await read()]) expect(body).not.toContain(staff.email)
  })

  test('names nobody who was disabled or is no staff any more', async () => {
    await changeStaff({ disabledAt: new Date() })
    expect((await detail()).contacts).toEqual([])
    await changeStaff({ disabledAt: null, isStaff: false })
    expect((await detail()).contacts).toEqual([])
  })

  test('is unknown while it is unpaid, as are ids that name nothing', async () => {
    await changeOrder({ paymentStatus: 'unpaid', paidAt: null })
    for (const id of [world.order.id, '0', 'x', '2147483648', '999999'])
      expectResponse(await customer.get(`/api/orders/${id}`), 404)
  })
})
