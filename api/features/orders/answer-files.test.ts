import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { Order } from '../../../db/models/order.ts'
import { OrderFile } from '../../../db/models/order-work/message.ts'
import { PackageQuestion } from '../../../db/models/package.ts'
import { openSession } from '../../testing/sessions.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'
import { buildWorld, type World } from '../../testing/world.ts'

const shop = openTestApp()
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

/** A complete upload of the order's customer, unless the fields say otherwise. */
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
      message: 'A file is not here any more. Please remove it, or upload it again.',
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
