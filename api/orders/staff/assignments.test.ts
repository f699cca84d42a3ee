import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#api/contract/orders/admin-orders.ts'
import type { AssignmentStatus } from '#api/contract/orders/staff.ts'
import { countStatements, type SignedIn, signInAs } from '#api/testing/back-office.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, openBrowser, type World } from '#api/testing/world.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Order, OrderAnswer, OrderEvent } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { insertAssignment, insertOrder, insertRegistration, insertUser } from '#db/testing/builders.ts'

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
  const setStatus = (browser: Visitor, id: number, status: unknown) =>
    browser.put(`/api/staff/assignments/${id}/status`, { status })

  test('nobody works on an order of their own', async () => {
    const own = await insertOrder(shop.db, { userId: sam.user.id, paymentStatus: 'paid' })
    const admin = await openSession(shop, adminId)
    const assigned = await admin.post('/api/admin/staff-assignments', {
      staffId: sam.user.id,
      orderId: own.id,
    })
    expect(assigned.json()).toMatchObject({ issues: [{ path: 'staffId' }] })
    const of = await assign((await insertUser(shop.db, { isStaff: true })).id, { orderId: own.id })
    const moved = await admin.call('PATCH', `/api/admin/staff-assignments/${of.id}`, { staffId: sam.user.id })
    expect(moved.json(), moved.body).toMatchObject({ issues: [{ path: 'staffId' }] })
    // The assignment is older than the rule, or they have ordered since.
    const { id } = await assign(sam.user.id, { orderId: own.id })
    expect((await setStatus(sam.browser, id, 'in_progress')).json()).toMatchObject({ code: 'own_order' })
  })

  describe('the list of a staff member', () => {
    test('shows their own assignments, newest first, with what the work needs and no money', async () => {
      const other = await insertUser(shop.db, { isStaff: true })
      await assign(other.id)
      const first = await assign(sam.user.id, {
        notes: 'Call first',
        assignedAt: new Date('2026-01-02T03:04:05Z'),
      })
      const second = await assign(sam.user.id, { orderId: (await insertOrder(shop.db)).id })
      const response = await sam.browser.get('/api/staff/assignments')
      expect(response.statusCode).toBe(200)
      const [newest, oldest] = response.json()
      expect(response.json()).toHaveLength(2)
      expect(newest.id).toBe(second.id)
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
          answers: { asked: 0, answered: 0, requiredOpen: 0 },
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

    test('takes as many statements for twenty assignments as for one', async () => {
      await assign()
      const count = () => countStatements(shop.db, () => sam.browser.get('/api/staff/assignments'))
      const one = await count()
      for (let number = 0; number < 19; number += 1) {
        await assign(sam.user.id, { orderId: (await insertOrder(shop.db)).id })
      }
      expect(await count()).toBe(one)
    })
  })

  describe('the status of an assignment', () => {
    test('goes from assigned to in progress to completed, each step recorded with who made it', async () => {
      const { id } = await assign()
      for (const status of ['in_progress', 'completed']) {
        const response = await setStatus(sam.browser, id, status)
        expect(response.statusCode).toBe(200)
        expect(response.json()).toMatchObject({ id, status, order: { status: 'processing' } })
      }
      expect(await AssignmentEvent.query(shop.db).orderBy('id')).toMatchObject([
        { assignmentId: id, fromStatus: 'assigned', toStatus: 'in_progress', actorId: sam.user.id },
        { assignmentId: id, fromStatus: 'in_progress', toStatus: 'completed', actorId: sam.user.id },
      ])
    })

    test.each<[AssignmentStatus, AssignmentStatus]>([
      ['assigned', 'completed'],
      ['in_progress', 'assigned'],
      ['completed', 'in_progress'],
      ['completed', 'assigned'],
    ])('never goes from %s to %s', async (from, to) => {
      const { id } = await assign(sam.user.id, { status: from })
      const response = await setStatus(sam.browser, id, to)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'invalid_transition' })
      expect(await StaffAssignment.query(shop.db).findById(id)).toMatchObject({ status: from })
      expect(await AssignmentEvent.query(shop.db).resultSize()).toBe(0)
    })

    test.each<AssignmentStatus>(['assigned', 'in_progress', 'completed'])(
      'set to %s again is success and leaves no trace',
      async (status) => {
        const { id } = await assign(sam.user.id, { status })
        const response = await setStatus(sam.browser, id, status)
        expect(response.statusCode).toBe(200)
        expect(response.json()).toMatchObject({ id, status, order: { status: 'pending' } })
        expect(await AssignmentEvent.query(shop.db).resultSize()).toBe(0)
        expect(await OrderEvent.query(shop.db).resultSize()).toBe(0)
      },
    )

    test('is never anything else', async () => {
      const { id } = await assign()
      for (const status of ['done', '', null, 1, undefined]) {
        expect((await setStatus(sam.browser, id, status)).statusCode).toBe(400)
      }
    })

    test('of somebody else’s assignment is unknown, also to staff on the same order', async () => {
      const other = await signInAs(shop, { isStaff: true })
      await assign(other.user.id)
      const { id } = await assign()
      expect((await setStatus(other.browser, id, 'in_progress')).statusCode).toBe(404)
      expect(await StaffAssignment.query(shop.db).findById(id)).toMatchObject({ status: 'assigned' })
    })

    test('is all that the call changes', async () => {
      const { id } = await assign(sam.user.id, { status: 'in_progress' })
      const other = await insertUser(shop.db, { isStaff: true })
      const extra = { status: 'completed', staffId: other.id, notes: 'mine', orderId: 1 }
      await sam.browser.put(`/api/staff/assignments/${id}/status`, extra)
      expect(await StaffAssignment.query(shop.db).findById(id)).toMatchObject({
        status: 'completed',
        staffId: sam.user.id,
        notes: '',
        orderId: order.id,
      })
    })
  })

  describe('starting work', () => {
    test('moves a pending order to processing, and the order’s history says who', async () => {
      const { id } = await assign()
      await setStatus(sam.browser, id, 'in_progress')
      expect(await Order.query(shop.db).findById(order.id)).toEqual({
        ...order,
        ...CHANGED,
        status: 'processing',
      })
      expect(await OrderEvent.query(shop.db)).toMatchObject([
        {
          orderId: order.id,
          kind: 'status',
          fromValue: 'pending',
          toValue: 'processing',
          actorKind: 'staff',
          actorId: sam.user.id,
        },
      ])
    })

    test.each(['processing', 'completed', 'cancelled'] as const)(
      'leaves an order that is %s as it is',
      async (status) => {
        await Order.query(shop.db).findById(order.id).patch({ status })
        const byTeam = { orderId: order.id, kind: 'status', actorKind: 'admin', toValue: status } as const
        await OrderEvent.query(shop.db).insert(byTeam)
        const { id } = await assign()
        expect((await setStatus(sam.browser, id, 'in_progress')).statusCode).toBe(200)
        expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ status })
        expect(await OrderEvent.query(shop.db).resultSize()).toBe(1)
      },
    )

    test('is done once where many ask at the same time', async () => {
      const { id } = await assign()
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => setStatus(sam.browser, id, 'in_progress')),
      )
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
      expect(await AssignmentEvent.query(shop.db).resultSize()).toBe(1)
      expect(await OrderEvent.query(shop.db).resultSize()).toBe(1)
    })

    test('by two staff members at once moves the order once', async () => {
      const robin = await signInAs(shop, { isStaff: true })
      const [own, theirs] = [await assign(), await assign(robin.user.id)]
      const responses = await Promise.all([
        setStatus(sam.browser, own.id, 'in_progress'),
        setStatus(robin.browser, theirs.id, 'in_progress'),
      ])
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
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
})
