import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, type World } from '#api/testing/world.ts'
import type { PackageQuestion } from '#db/models/catalogue/package.ts'
import type { Order } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { insertPaidOrder, insertQuestion, insertUser } from '#db/testing/builders.ts'
import { hasWorkStarted } from './beginning.ts'
import { changeOrderStatus, startOrder } from './order-status.ts'

const shop = openTestApp()

describe('texts as answers', () => {
  let order: Order
  let questionId: number
  let visitor: Visitor
  beforeEach(async () => {
    order = await insertPaidOrder(shop.db)
    const { packageId, userId } = order
    const question = await insertQuestion(shop.db, { packageId, question: 'Which domain?' })
    questionId = question.id
    await insertQuestion(shop.db, { packageId, question: 'Which colours?', position: 1 })
    visitor = await openSession(shop, userId ?? 0)
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
      expectResponse(await save({ [questionId + 1]: 'Green' }), 200)
      expectResponse(await save({ [questionId]: ' example.com ', [questionId + 1]: 'Blue' }), 200)
      expect((await read()).json()).toEqual([
        { questionId, question: 'Which domain?', answer: 'example.com' },
        { questionId: questionId + 1, question: 'Which colours?', answer: 'Blue' },
      ])
    })

    test('to a question of another package are refused by field, and nothing of them is saved', async () => {
      const stray = await save({ [questionId]: 'example.com', '999': 'stray' })
      expectResponse(stray, 400, { issues: [{ path: 'answers.999' }] })
      expect((await read()).json()).toEqual([])
    })

    test.each([
      ['more than 5000 characters', 'x'.repeat(5001)],
      ['a number', 7],
      ['null', null],
    ])('with %s are refused', async (_what, answer) => {
      expectResponse(await save({ [questionId]: answer }), 400)
    })

    test('bring the order into process when all required ones are in, and the team has yet to start', async () => {
      await save({ [questionId]: 'example.com', [questionId + 1]: '  ' })
      expect(await order.$query(shop.db)).toMatchObject({ status: 'pending' })
      await save({ [questionId + 1]: 'Green' })
      expect(await order.$query(shop.db)).toMatchObject({ status: 'processing' })
      const steps = async (): Promise<string[]> => {
        const { timeline } = (await visitor.get(`/api/orders/${order.id}`)).json()
        return timeline.map(({ step }: { step: string }) => step)
      }
      expect((await steps()).at(-1)).toBe('ready')
      for (const step of ['answered', 'started']) expect(await steps()).not.toContain(step)
      // The policy gives a full refund until somebody has worked on the order.
      expect(await hasWorkStarted(shop.db, order.id)).toBe(false)

      const staff = await insertUser(shop.db, { isStaff: true })
      const start = () =>
        shop.db.transaction((trx) => startOrder(shop.jobs, trx, { orderId: order.id, staffId: staff.id }))
      await start()
      await start()
      expect(await hasWorkStarted(shop.db, order.id)).toBe(true)
      expect((await steps()).filter((step) => step === 'started')).toHaveLength(1)
    })

    test('do not move an order that the team has put back, or that was refunded', async () => {
      await setStatusByTeam('processing')
      await setStatusByTeam('pending')
      await save({ [questionId]: 'example.com', [questionId + 1]: 'Green' })
      expect(await order.$query(shop.db)).toMatchObject({ status: 'pending' })
    })

    test('are not taken for a cancelled order, nor changed in a completed one', async () => {
      for (const status of ['cancelled', 'completed'] as const) {
        await order.$query(shop.db).patch({ status })
        expectResponse(await save({ [questionId]: 'late' }), 409)
      }
    })
  })

  test('an unpaid order is on no list and accepts no answers', async () => {
    await order.$query(shop.db).patch({ paymentStatus: 'unpaid', paidAt: null })
    expect((await visitor.get('/api/orders')).json()).toEqual([])
    expectResponse(await save({ [questionId]: 'early' }), 404)
  })
})

describe('files as an answer', () => {
  let world: World
  let customer: Visitor
  let question: PackageQuestion
  beforeEach(async () => {
    world = await buildWorld(shop.db)
    for (const table of ['order_files', 'files_to_remove']) await shop.db(table).delete()
    customer = await openSession(shop, world.users.customer.id)
    const { id: packageId } = world.pkg
    const asked = { question: 'Your logo', questionType: 'files', position: 1 } as const
    question = await insertQuestion(shop.db, { packageId, ...asked })
  })

  /** A complete upload by the order's customer, unless the fields say otherwise. */
  async function insertFile(name: string, fields: Partial<OrderFile> = {}): Promise<string> {
    const by = { orderId: world.order.id, uploaderId: world.users.customer.id }
    const file = { id: randomUUID(), ...by, sizeBytes: 1, state: 'checking', name, ...fields } as const
    return (await OrderFile.query(shop.db).insert(file).returning('id')).id
  }

  const save = (files: Record<string, string[]>, answers: Record<string, string> = {}) =>
    customer.post(`/api/orders/${world.order.id}/answers`, { answers, files })

  const readAnswer = async () =>
    (await shop.db('order_answers').where({ questionId: question.id }).first('answer'))?.answer

  test('the names of its files are the text of an answer, and with a required one the order is ready to start', async () => {
    const earlier = { createdAt: new Date(Date.now() - 1000) }
    const [logo, fonts] = [await insertFile('logo.png', earlier), await insertFile('fonts.zip')]
    expectResponse(await save({ [question.id]: [fonts, logo] }), 200)
    expect(await readAnswer()).toBe('logo.png, fonts.zip')
    expect(await getOrder(shop, world.order.id)).toMatchObject({ answersInAt: expect.any(Date) })
    const staff = await openSession(shop, world.users.staff.id)
    expect((await staff.get(`/api/orders/${world.order.id}/files`)).json().files).toMatchObject([
      { id: logo, questionId: question.id },
      { id: fonts, questionId: question.id },
    ])

    expectResponse(await save({ [question.id]: [fonts] }), 200)
    expect(await readAnswer()).toBe('fonts.zip')
    expect(await OrderFile.query(shop.db).findById(logo)).toBeUndefined()
    expectResponse(await save({ [question.id]: [] }), 200)
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
    const message = 'A file is no longer available. Please remove it or upload it again.'
    expectResponse(refused, 400, { issues: [{ path: `files.${question.id}`, message }] })
    expect(await readAnswer()).toBeUndefined()
    expect(await shop.db('order_answers').where({ answer: 'Green' })).toEqual([])
  })

  test('a text is no answer to a question for files, nor files one to a question for a text', async () => {
    const id = await insertFile('logo.png')
    const files = { path: `answers.${question.id}`, message: 'This question asks for files' }
    expectResponse(await save({}, { [question.id]: 'logo.png' }), 400, { issues: [files] })
    const text = { path: `files.${world.question.id}`, message: 'This question asks for a text' }
    expectResponse(await save({ [world.question.id]: [id] }), 400, { issues: [text] })
  })

  test('an answered file is given up by no call but a new answer', async () => {
    const id = await insertFile('logo.png')
    await save({ [question.id]: [id] })
    const headers = { 'tus-resumable': '1.0.0' }
    const refused = await customer.call('DELETE', `/api/uploads/${id}`, undefined, headers)
    expectRefused(refused, 'file_sent')
    const body = { text: 'Hello', key: randomUUID(), fileIds: [id] }
    const sent = await customer.post(`/api/orders/${world.order.id}/messages`, body)
    expect(sent.json().issues).toMatchObject([{ path: 'fileIds' }])
  })
})
