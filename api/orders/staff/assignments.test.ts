import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#api/contract/orders/admin-orders.ts'
import { type SignedIn, signInAs } from '#api/testing/back-office.ts'
import { getOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, openBrowser, type World } from '#api/testing/world.ts'
import type { PackageQuestion } from '#db/models/catalogue/package.ts'
import type { Message } from '#db/models/orders/message.ts'
import { type Order, OrderAnswer, OrderEvent } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import {
  insertAssignment,
  insertMessage,
  insertOrder,
  insertQuestion,
  insertRegistration,
  insertUser,
} from '#db/testing/builders.ts'

/** Set with every change, for programs that poll lists. */
const CHANGED = { changedIn: expect.any(String), changedAt: expect.any(Date) }

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let sam: SignedIn
let order: Order
let adminId: number

describe('the work of staff', () => {
  beforeEach(async () => {
    sam = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
    adminId = (await insertUser(shop.db, { firstName: 'Ada', lastName: 'Minh', isAdmin: true })).id
    order = await insertOrder(shop.db)
  })

  const assign = (staffId = sam.user.id, fields: Partial<StaffAssignment> = {}) =>
    insertAssignment(shop.db, { staffId, orderId: order.id, assignedById: adminId, ...fields })
  const setStatus = (id: number, status: unknown, browser = sam.browser, more: object = {}) =>
    browser.put(`/api/staff/assignments/${id}/status`, { status, ...more })

  test('nobody works on an order of their own', async () => {
    const own = await insertOrder(shop.db, { userId: sam.user.id, paymentStatus: 'paid' })
    const admin = await openSession(shop, adminId)
    const path = '/api/admin/staff-assignments'
    const refusal = { issues: [{ path: 'staffId' }] }
    const staffId = sam.user.id
    expectResponse(await admin.post(path, { staffId, orderId: own.id }), 400, refusal)
    const of = await assign((await insertUser(shop.db, { isStaff: true })).id, { orderId: own.id })
    expectResponse(await admin.patch(`${path}/${of.id}`, { staffId }), 400, refusal)
    // The assignment is older than the rule, or they have ordered since.
    const { id } = await assign(sam.user.id, { orderId: own.id })
    expectRefused(await setStatus(id, 'in_progress'), 'own_order', 403)
  })

  test('shows their own assignments, newest first, with what the work needs and no money', async () => {
    const other = await insertUser(shop.db, { isStaff: true })
    await assign(other.id)
    const assignedAt = new Date('2026-01-02T03:04:05Z')
    const first = await assign(sam.user.id, { notes: 'Call first', assignedAt })
    const second = await assign(sam.user.id, { orderId: (await insertOrder(shop.db)).id })
    const [newest, oldest, ...others] = (await sam.browser.get('/api/staff/assignments')).json()
    expect([newest.id, others]).toEqual([second.id, []])
    expect(oldest).toEqual({
      id: first.id,
      status: 'assigned',
      assignedAt: '2026-01-02T03:04:05.000Z',
      notes: 'Call first',
      assignedByUser: { id: adminId, firstName: 'Ada', lastName: 'Minh' },
      order: {
        id: order.id,
        invoiceNumber: `INV-${order.id}`,
        status: 'pending',
        createdAt: expect.stringMatching(/Z$/),
        paidAt: expect.stringMatching(/Z$/),
        packageName: 'Business Website',
        deliveryDays: 10,
        promisedBy: expect.stringMatching(/Z$/),
        firstPromisedBy: null,
        awaitsAnswers: false,
        waitsFor: null,
        workState: null,
        readyTo: null,
        awaitsReplySince: null,
        askedAt: null,
        answers: { asked: 0, answered: 0, requiredOpen: 0, missing: [], skipped: [] },
        package: {
          id: order.packageId,
          slug: expect.stringMatching(/^package-/),
          name: 'Business Website',
          category: 'Web Development',
          description: 'Five pages, designed and built.',
          imageUrl: '/illustrations/web-development.svg',
          deliveryDays: 10,
        },
        user: {
          id: order.userId,
          firstName: 'Clara',
          lastName: 'Whitfield',
          email: expect.stringMatching(/^clara-/),
          phone: expect.stringMatching(/\d/),
          company: 'Whitfield Interiors',
        },
      },
    })
  })

  test('names the questions that are not answered yet, required and optional apart, in the order of the package', async () => {
    const ask = (question: string, position: number, required = true) =>
      insertQuestion(shop.db, { packageId: order.packageId, question, position, required })
    await ask('Which logo?', 2)
    const { id: questionId, question } = await ask('Which colours?', 1)
    await ask('Which fax?', 4, false)
    await ask('Which font?', 3, false)
    await assign()
    const read = async () => (await sam.browser.get('/api/staff/assignments')).json()[0].order.answers
    const answer = { orderId: order.id, questionId, question, answer: ' ' }
    await OrderAnswer.query(shop.db).insert(answer)
    expect(await read()).toMatchObject({
      missing: ['Which colours?', 'Which logo?'],
      skipped: ['Which font?', 'Which fax?'],
    })
    await OrderAnswer.query(shop.db).where({ questionId }).patch({ answer: 'Blue' })
    expect(await read()).toMatchObject({ missing: ['Which logo?'] })
  })

  test('says when the team last wrote, until the customer writes', async () => {
    await assign()
    const read = async () => (await sam.browser.get('/api/staff/assignments')).json()[0].order.askedAt
    const write = (fields: Partial<Message>) =>
      insertMessage(shop.db, { orderId: order.id, authorId: sam.user.id, authorRole: 'staff', ...fields })
    await write({ isTeamOnly: true })
    await write({ withdrawnAt: new Date() })
    expect(await read()).toBeNull()
    const { createdAt } = await write({})
    await write({ isTeamOnly: true })
    expect(await read()).toBe(createdAt.toISOString())
    await write({ authorRole: 'customer' })
    expect(await read()).toBeNull()
  })

  describe('the status of an assignment', () => {
    test('goes from assigned to in progress to completed, each step recorded with who made it', async () => {
      const { id } = await assign()
      for (const status of ['in_progress', 'completed'])
        expectResponse(await setStatus(id, status), 200, { id, status, order: { status: 'processing' } })
      expect(await AssignmentEvent.query(shop.db).orderBy('id')).toMatchObject([
        { assignmentId: id, fromStatus: 'assigned', toStatus: 'in_progress', actorId: sam.user.id },
        { assignmentId: id, fromStatus: 'in_progress', toStatus: 'completed', actorId: sam.user.id },
      ])
    })

    test('skips no step', async () => {
      expectRefused(await setStatus((await assign()).id, 'completed'), 'invalid_transition')
    })

    test('is never anything else', async () => {
      const { id } = await assign()
      for (const status of ['done', '', null, 1, undefined]) expectResponse(await setStatus(id, status), 400)
    })

    test('is all that the call changes', async () => {
      const { id } = await assign(sam.user.id, { status: 'in_progress' })
      const other = await insertUser(shop.db, { isStaff: true })
      await setStatus(id, 'completed', sam.browser, { staffId: other.id, notes: 'mine', orderId: 1 })
      const kept = { staffId: sam.user.id, notes: '', orderId: order.id }
      const changed = await StaffAssignment.query(shop.db).findById(id)
      expect(changed).toMatchObject({ ...kept, status: 'completed' })
    })
  })

  describe('starting work', () => {
    test('moves a pending order to processing, and the order’s history says who', async () => {
      const { id } = await assign()
      await setStatus(id, 'in_progress')
      expect(await getOrder(shop, order.id)).toEqual({ ...order, ...CHANGED, status: 'processing' })
      const change = { kind: 'status', fromValue: 'pending', toValue: 'processing' }
      const by = { actorKind: 'staff', actorId: sam.user.id }
      expect(await OrderEvent.query(shop.db)).toMatchObject([{ orderId: order.id, ...change, ...by }])
    })

    test('leaves an order in process that an admin has put there', async () => {
      const by = { orderId: order.id, kind: 'status', actorKind: 'admin', toValue: 'processing' } as const
      await order.$query(shop.db).patch({ status: 'processing' })
      await OrderEvent.query(shop.db).insert(by)
      expectResponse(await setStatus((await assign()).id, 'in_progress'), 200)
      expect(await getOrder(shop, order.id)).toMatchObject({ status: 'processing' })
      expect(await OrderEvent.query(shop.db).resultSize()).toBe(1)
    })

    test('by two staff members at once moves the order once', async () => {
      const robin = await signInAs(shop, { isStaff: true })
      const [own, theirs] = [await assign(), await assign(robin.user.id)]
      const starts = [() => setStatus(own.id, 'in_progress')]
      starts.push(() => setStatus(theirs.id, 'in_progress', robin.browser))
      for (const response of await Promise.all(starts.map((start) => start()))) expectResponse(response, 200)
      expect(await AssignmentEvent.query(shop.db).resultSize()).toBe(2)
      expect(await OrderEvent.query(shop.db).resultSize()).toBe(1)
    })
  })
})

describe('the page of an order', () => {
  let world: World
  let admin: Visitor
  beforeEach(async () => {
    world = await buildWorld(shop.db)
    admin = await openBrowser(shop, world, 'admin')
  })

  const read = async (id = world.order.id) =>
    (await admin.get(`/api/admin/orders/${id}`)).json<AdminOrderDetail>()

  const ask = (question: string, fields: Partial<PackageQuestion> = {}) =>
    insertQuestion(shop.db, { packageId: world.pkg.id, question, position: 9, ...fields })

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
    const unpaid = { paymentStatus: 'unpaid', paidAt: null, userId: null, registrationId } as const
    const attempt = await insertOrder(shop.db, { ...unpaid, packageId: world.pkg.id })
    expect(await read(attempt.id)).toMatchObject({ paymentStatus: 'unpaid', user: null, assignments: [] })
    expectResponse(await admin.get('/api/admin/orders/999999'), 404)
  })
})
