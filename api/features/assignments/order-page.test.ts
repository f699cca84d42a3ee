import { beforeEach, describe, expect, test } from 'vitest'
import { OrderAnswer } from '../../../db/models/order.ts'
import { PackageQuestion } from '../../../db/models/package.ts'
import {
  insertAssignment,
  insertOrder,
  insertRegistration,
  insertUser,
} from '../../../db/testing/builders.ts'
import type { AdminOrderDetail } from '../../contract/admin-orders.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'
import { buildWorld, openBrowser, type World } from '../../testing/world.ts'

const shop = openTestApp()

let world: World
let admin: Visitor
beforeEach(async () => {
  world = await buildWorld(shop.db)
  admin = await openBrowser(shop, world, 'admin')
})

const read = async (id = world.order.id) =>
  (await admin.get(`/api/admin/orders/${id}`)).json<AdminOrderDetail>()

async function ask(question: string, fields: Partial<PackageQuestion> = {}): Promise<PackageQuestion> {
  return PackageQuestion.query(shop.db)
    .insert({
      packageId: world.pkg.id,
      question,
      questionType: 'text',
      required: true,
      position: 9,
      ...fields,
    })
    .returning('*')
}

describe("an order's page", () => {
  test('has the order of the list, its whole buyer and its account', async () => {
    const [listed] = (await admin.get('/api/admin/orders')).json<AdminOrderDetail[]>()
    const order = await read()
    expect(order).toMatchObject({
      id: world.order.id,
      amount: listed?.amount,
      status: listed?.status,
      buyer: world.order.buyer,
      user: { id: world.users.customer.id },
    })
  })

  test('marks what is missing: every question in its order, with its answer or none', async () => {
    await OrderAnswer.query(shop.db).where({ orderId: world.order.id }).delete()
    const kept = await ask('Which pages?', { position: 1 })
    const gone = await ask('Which fax?', { position: 2, retiredAt: new Date() })
    await ask('Never answered, asked no more', { position: 3, retiredAt: new Date() })
    await OrderAnswer.query(shop.db).insert([
      { orderId: world.order.id, questionId: kept.id, question: 'Which sites?', answer: 'Five' },
      { orderId: world.order.id, questionId: gone.id, question: gone.question, answer: 'None' },
    ])
    expect((await read()).questions).toEqual([
      { id: world.question.id, question: 'Which colours?', required: world.question.required, answer: '' },
      { id: kept.id, question: 'Which sites?', required: true, answer: 'Five' },
      { id: gone.id, question: 'Which fax?', required: false, answer: 'None' },
    ])
  })

  test('names everybody who works on it, and nobody of other orders', async () => {
    const second = await insertUser(shop.db, { isStaff: true, firstName: 'Noor' })
    const other = await insertOrder(shop.db, { packageId: world.pkg.id })
    const made = { staffId: second.id, assignedById: world.users.admin.id }
    await insertAssignment(shop.db, { ...made, orderId: world.order.id, notes: 'Begin with the logo' })
    await insertAssignment(shop.db, { ...made, orderId: other.id })
    const { assignments } = await read()
    expect(assignments).toMatchObject([
      { id: world.assignment.id, staff: { id: world.users.staff.id } },
      { notes: 'Begin with the logo', staff: { firstName: 'Noor', email: second.email } },
    ])
    expect(assignments[0]).not.toHaveProperty('order')
  })

  test('is there for an attempt without an account, too, and unknown for no order', async () => {
    const { id: registrationId } = await insertRegistration(shop.db, world.pkg.id)
    const attempt = await insertOrder(shop.db, {
      packageId: world.pkg.id,
      userId: null,
      registrationId,
      paymentStatus: 'unpaid',
      paidAt: null,
    })
    expect(await read(attempt.id)).toMatchObject({ paymentStatus: 'unpaid', user: null, assignments: [] })
    expect((await admin.get('/api/admin/orders/999999')).statusCode).toBe(404)
  })
})
