import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, type World } from '#api/testing/world.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Order } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import type { User } from '#db/models/people/user.ts'
import { insertAssignment, insertPackage, insertUser } from '#db/testing/builders.ts'
import { hasWorkStarted } from './beginning.ts'
import { changeOrderStatus, startOrder } from './order-status.ts'

const shop = openTestApp()
const PASSWORD = 'a-fine-secret'
let owner: User
let order: Order
let questionId: number
let visitor: Visitor

describe('texts as answers', () => {
  beforeEach(async () => {
    const passwordHash = await hashCheaply(PASSWORD)
    owner = await insertUser(shop.db, { email: 'owner@example.com', passwordHash })
    const pkg = await insertPackage(shop.db)
    const question = { packageId: pkg.id, position: 0, required: true }
    const inserted = await PackageQuestion.query(shop.db)
      .insert([
        { ...question, question: 'Which domain?' },
        { ...question, question: 'Which colours?', position: 1 },
      ])
      .returning('id')
    questionId = inserted[0]?.id ?? 0
    order = await Order.query(shop.db)
      .insert({
        packageId: pkg.id,
        packageName: pkg.name,
        deliveryDays: 7,
        userId: owner.id,
        buyer: pickBuyer(owner),
        originalCents: 10_000,
        amountCents: 10_000,
        usdInrRate: '84.25',
        provider: shop.gateway.name,
        paymentStatus: 'paid',
        paidAt: new Date(),
      })
      .returning('*')
    visitor = await signIn(shop, 'owner@example.com', PASSWORD)
  })

  const setStatusByTeam = async (status: Order['status']) => {
    const admin = await insertUser(shop.db, { isAdmin: true })
    await changeOrderStatus(shop, { orderId: order.id, status, adminId: admin.id })
  }
  const save = (answers: Record<string, unknown>, by = visitor) =>
    by.post(`/api/orders/${order.id}/answers`, { answers })
  const read = (by = visitor) => by.get(`/api/orders/${order.id}/answers`)

  describe('answers', () => {
    test('are saved in part, changed later, and read back in the order of the questions', async () => {
      expect((await save({ [questionId + 1]: 'Green' })).statusCode).toBe(200)
      expect((await save({ [questionId]: ' example.com ', [questionId + 1]: 'Blue' })).statusCode).toBe(200)
      expect((await read()).json()).toEqual([
        { questionId, question: 'Which domain?', answer: 'example.com' },
        { questionId: questionId + 1, question: 'Which colours?', answer: 'Blue' },
      ])
    })

    test('to a question of another package are refused by field, and nothing of them is saved', async () => {
      const response = await save({ [questionId]: 'example.com', '999': 'stray' })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ issues: [{ path: 'answers.999' }] })
      expect((await read()).json()).toEqual([])
    })

    test.each([
      ['more than 5000 characters', 'x'.repeat(5001)],
      ['a number', 7],
      ['null', null],
    ])('with %s are refused', async (_what, answer) => {
      expect((await save({ [questionId]: answer })).statusCode).toBe(400)
    })

    test('bring the order into process when all required ones are in, and the team has yet to start', async () => {
      await save({ [questionId]: 'example.com', [questionId + 1]: '  ' })
      expect(await order.$query(shop.db)).toMatchObject({ status: 'pending' })
      await save({ [questionId + 1]: 'Green' })
      expect(await order.$query(shop.db)).toMatchObject({ status: 'processing' })
      const steps = async () =>
        (await visitor.get(`/api/orders/${order.id}`))
          .json()
          .timeline.map(({ step }: { step: string }) => step)
      expect(await steps()).toContain('ready')
      expect(await steps()).not.toContain('started')
      // The policy gives a full refund until somebody has worked on the order.
      expect(await hasWorkStarted(shop.db, order.id)).toBe(false)

      const staff = await insertUser(shop.db, { isStaff: true })
      const start = () =>
        shop.db.transaction((trx) => startOrder(shop.jobs, trx, { orderId: order.id, staffId: staff.id }))
      await start()
      await start()
      expect(await hasWorkStarted(shop.db, order.id)).toBe(true)
      expect((await steps()).filter((step: string) => step === 'started')).toHaveLength(1)
    })

    test('do not move an order that the team has put back, or that was refunded', async () => {
      await setStatusByTeam('processing')
      await setStatusByTeam('pending')
      await save({ [questionId]: 'example.com', [questionId + 1]: 'Green' })
      expect(await order.$query(shop.db)).toMatchObject({ status: 'pending' })
    })

    test('are not asked for once the order is cancelled', async () => {
      await order.$query(shop.db).patch({ status: 'cancelled' })
      expect((await save({ [questionId]: 'late' })).json()).toMatchObject({ code: 'order_cancelled' })
    })

    test('stay as they are once the order is completed', async () => {
      await order.$query(shop.db).patch({ status: 'completed' })
      expect((await save({ [questionId]: 'late' })).statusCode).toBe(409)
    })

    test('are open to the owner, the assigned staff and admins, and unknown to everybody else', async () => {
      await save({ [questionId]: 'example.com' })
      const passwordHash = await hashCheaply(PASSWORD)
      const people = {
        admin: await insertUser(shop.db, { email: 'admin@example.com', passwordHash, isAdmin: true }),
        staff: await insertUser(shop.db, { email: 'staff@example.com', passwordHash, isStaff: true }),
        idle: await insertUser(shop.db, { email: 'idle@example.com', passwordHash, isStaff: true }),
        other: await insertUser(shop.db, { email: 'other@example.com', passwordHash }),
      }
      await insertAssignment(shop.db, {
        orderId: order.id,
        staffId: people.staff.id,
        assignedById: people.admin.id,
      })
      const statusFor = async (user: User) =>
        (await read(await signIn(shop, user.email, PASSWORD))).statusCode
      expect(await statusFor(people.admin)).toBe(200)
      expect(await statusFor(people.staff)).toBe(200)
      expect(await statusFor(people.idle)).toBe(404)
      expect(await statusFor(people.other)).toBe(404)
      expect(
        (await save({ [questionId]: 'not mine' }, await signIn(shop, people.other.email, PASSWORD)))
          .statusCode,
      ).toBe(404)
    })
  })

  test('an unpaid order is on no list and accepts no answers', async () => {
    await order.$query(shop.db).patch({ paymentStatus: 'unpaid', paidAt: null })
    expect((await visitor.get('/api/orders')).json()).toEqual([])
    expect((await save({ [questionId]: 'early' })).statusCode).toBe(404)
  })
})

describe('files as an answer', () => {
  let world: World

  let customer: Visitor

  let question: PackageQuestion

  beforeEach(async () => {
    world = await buildWorld(shop.db)
    await shop.db('order_files').delete()
    await shop.db('files_to_remove').delete()
    customer = await openSession(shop, world.users.customer.id)
    question = await PackageQuestion.query(shop.db)
      .insert({
        packageId: world.pkg.id,
        question: 'Your logo',
        questionType: 'files',
        required: true,
        position: 1,
      })
      .returning('*')
  })

  /** A complete upload by the order's customer, unless the fields say otherwise. */
  async function insertFile(name: string, fields: Partial<OrderFile> = {}): Promise<string> {
    const file = {
      orderId: world.order.id,
      uploaderId: world.users.customer.id,
      sizeBytes: 1,
      state: 'checking' as const,
    }
    return (
      await OrderFile.query(shop.db)
        .insert({ id: randomUUID(), ...file, name, ...fields })
        .returning('id')
    ).id
  }

  const save = (files: Record<string, string[]>, answers: Record<string, string> = {}) =>
    customer.post(`/api/orders/${world.order.id}/answers`, { answers, files })

  const readAnswer = async () =>
    (await shop.db('order_answers').where({ questionId: question.id }).first('answer'))?.answer

  test('the names of its files are the text of an answer, and with a required one the order is ready to start', async () => {
    const earlier = { createdAt: new Date(Date.now() - 1000) }
    const [logo, fonts] = [await insertFile('logo.png', earlier), await insertFile('fonts.zip')]
    expect((await save({ [question.id]: [fonts, logo] })).statusCode).toBe(200)
    expect(await readAnswer()).toBe('logo.png, fonts.zip')
    expect((await Order.query(shop.db).findById(world.order.id))?.answersInAt).not.toBeNull()
    const staff = await openSession(shop, world.users.staff.id)
    expect((await staff.get(`/api/orders/${world.order.id}/files`)).json().files).toMatchObject([
      { id: logo, questionId: question.id },
      { id: fonts, questionId: question.id },
    ])

    expect((await save({ [question.id]: [fonts] })).statusCode).toBe(200)
    expect(await readAnswer()).toBe('fonts.zip')
    expect(await OrderFile.query(shop.db).findById(logo)).toBeUndefined()
    expect((await save({ [question.id]: [] })).statusCode).toBe(200)
    expect(await readAnswer()).toBe('')
  })

  test.each<[string, () => Promise<string>]>([
    ['of somebody else', () => insertFile('a', { uploaderId: world.users.staff.id })],
    ['that is not complete', () => insertFile('a', { state: 'uploading' })],
    ['that was refused', () => insertFile('a', { state: 'refused' })],
    ['that is not there', async () => randomUUID()],
  ])('a file %s is no answer, and nothing is saved', async (_what, insert) => {
    const fileId = await insert()
    const refused = await save({ [question.id]: [fileId] }, { [world.question.id]: 'Green' })
    expect(refused.json().issues).toEqual([
      {
        path: `files.${question.id}`,
        message: 'A file is no longer available. Please remove it or upload it again.',
      },
    ])
    expect(await readAnswer()).toBeUndefined()
    expect(await shop.db('order_answers').where({ answer: 'Green' })).toEqual([])
  })

  test('a text is no answer to a question for files, nor files one to a question for a text', async () => {
    const id = await insertFile('logo.png')
    expect((await save({}, { [question.id]: 'logo.png' })).json().issues).toMatchObject([
      { path: `answers.${question.id}`, message: 'This question asks for files' },
    ])
    expect((await save({ [world.question.id]: [id] })).json().issues).toMatchObject([
      { path: `files.${world.question.id}`, message: 'This question asks for a text' },
    ])
  })

  test('an answered file is given up by no call but a new answer', async () => {
    const id = await insertFile('logo.png')
    await save({ [question.id]: [id] })
    const headers = { 'tus-resumable': '1.0.0' }
    const refused = await customer.call('DELETE', `/api/uploads/${id}`, undefined, headers)
    expect(refused.json()).toMatchObject({ code: 'file_sent' })
    const body = { text: 'Hello', key: randomUUID(), fileIds: [id] }
    const sent = await customer.post(`/api/orders/${world.order.id}/messages`, body)
    expect(sent.json().issues).toMatchObject([{ path: 'fileIds' }])
  })
})
