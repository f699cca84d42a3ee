import { beforeEach, describe, expect, test } from 'vitest'
import { PackageQuestion } from '../../../db/models/package.ts'
import { insertOrder, insertPackage } from '../../../db/testing/builders.ts'
import type { AdminPackage } from '../../contract/packages.ts'
import { signInAs, signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: Visitor
let packageId: number
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
  packageId = (await insertPackage(shop.db)).id
})

async function save(body: Record<string, unknown>) {
  const response = await admin.put(`/api/admin/packages/${packageId}`, body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<AdminPackage>().questions
}

const texts = (questions: { question: string }[]) => questions.map(({ question }) => question)

describe('the questions of a package', () => {
  test('keep their ids where their text stays, in the new order', async () => {
    const before = await save({ informationRequired: ['Goal?', 'Deadline?', 'Colours?'] })
    const after = await save({ id: packageId, informationRequired: ['Colours?', 'Budget?', 'Goal?'] })
    expect(texts(after)).toEqual(['Colours?', 'Budget?', 'Goal?'])
    expect(after[0]?.id).toBe(before[2]?.id)
    expect(after[2]?.id).toBe(before[0]?.id)
    expect((await new Visitor(shop).get(`/api/packages/${packageId}/questions`)).json()).toEqual(after)
  })

  test('keep given answers with their question, also when it is retired and used again', async () => {
    const [goal] = await save({ informationRequired: ['Goal?', 'Deadline?'] })
    const buyer = await signInAs(shop)
    const order = await insertOrder(shop.db, { packageId, userId: buyer.user.id })
    const answers = { [String(goal?.id)]: 'More customers' }
    expect((await buyer.browser.post(`/api/orders/${order.id}/answers`, { answers })).statusCode).toBe(200)
    const given = async () => (await admin.get(`/api/orders/${order.id}/answers`)).json()
    const expected = [{ questionId: goal?.id, question: 'Goal?', answer: 'More customers' }]

    await save({ informationRequired: ['Deadline?', 'Goal?'] })
    expect(await given()).toEqual(expected)
    await save({ informationRequired: ['Deadline?', 'What is your goal?'] })
    expect(await given()).toEqual(expected)
    const [, revived] = await save({ informationRequired: ['Deadline?', 'Goal?'] })
    expect(revived?.id).toBe(goal?.id)
    expect(await given()).toEqual(expected)
  })

  test('change type and need without losing their id', async () => {
    const [before] = await save({ questions: [{ question: 'Goal?', questionType: 'text', required: true }] })
    expect(before).toMatchObject({ questionType: 'text', required: true })
    const [kept] = await save({ informationRequired: ['Goal?'] })
    expect(kept).toEqual(before)
    const [after] = await save({ questions: [{ ...before, questionType: 'textarea', required: false }] })
    expect(after).toEqual({ ...before, questionType: 'textarea', required: false })
  })

  test('become another question when the text changes, even under the old id', async () => {
    const [before] = await save({ informationRequired: ['Goal?'] })
    const [after] = await save({ questions: [{ id: before?.id, question: 'What is your goal?' }] })
    expect(after?.id).not.toBe(before?.id)
    const retired = await PackageQuestion.query(shop.db).findById(before?.id ?? 0)
    expect(retired).toMatchObject({ question: 'Goal?', retiredAt: expect.any(Date) })
  })

  test('are all retired by an empty list, and left alone by a change of anything else', async () => {
    await save({ informationRequired: ['Goal?', 'Deadline?'] })
    expect(texts(await save({ name: 'Renamed' }))).toEqual(['Goal?', 'Deadline?'])
    expect(await save({ informationRequired: [] })).toEqual([])
    expect(await PackageQuestion.query(shop.db).whereNotNull('retiredAt').resultSize()).toBe(2)
  })

  test('count before their texts where both are sent', async () => {
    const saved = await save({ informationRequired: ['Other?'], questions: [{ question: 'Goal?' }] })
    expect(texts(saved)).toEqual(['Goal?'])
  })

  test('are refused with an id of another package', async () => {
    const other = await insertPackage(shop.db)
    const foreign = await PackageQuestion.query(shop.db)
      .insert({ packageId: other.id, question: 'Theirs?', position: 0 })
      .returning('*')
    const body = { questions: [{ id: foreign.id, question: 'Ours now?' }] }
    const response = await admin.put(`/api/admin/packages/${packageId}`, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ issues: [{ path: 'questions.0.id' }] })
    expect(await PackageQuestion.query(shop.db).findById(foreign.id)).toEqual(foreign)
  })

  test('are whole after edits at once: one of the lists, never a mixture', async () => {
    const lists = Array.from({ length: 6 }, (_, editor) => ['Goal?', `Question ${editor}?`, 'Deadline?'])
    const saved = await Promise.all(
      lists.map((informationRequired) =>
        admin.put(`/api/admin/packages/${packageId}`, { informationRequired }),
      ),
    )
    expect(saved.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    const [shown] = (await admin.get('/api/admin/packages')).json<AdminPackage[]>()
    expect(lists).toContainEqual(shown?.informationRequired)
    expect(await PackageQuestion.query(shop.db).where({ question: 'Goal?' }).resultSize()).toBe(1)
  })
})
