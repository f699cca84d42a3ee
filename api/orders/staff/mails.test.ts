/** Mails to staff and admins, and what an order is ready for. */
import { beforeEach, describe, expect, test } from 'vitest'
import { openSmtpServer, type ReceivedMail } from '#api/platform/mail/testing/smtp-server.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import type { Order } from '#db/models/orders/order.ts'
import type { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import {
  insertAssignment,
  insertOrder,
  insertPackage,
  insertQuestion,
  insertUser,
} from '#db/testing/builders.ts'

const smtp = await openSmtpServer()
const shop = openTestApp({ variables: { SMTP_URL: smtp.url, PUBLIC_ORIGIN: 'http://shop.example' } })

const SECRET = 'The password is hunter2'
let admin: Visitor
let sam: User
let robin: User
let order: Order
let questionIds: number[]
beforeEach(async () => {
  smtp.mails.length = 0
  admin = (await signInAsAdmin(shop)).browser
  sam = await insertUser(shop.db, { firstName: 'Sam', email: 'sam@shop.example', isStaff: true })
  robin = await insertUser(shop.db, { firstName: 'Robin', email: 'robin@shop.example', isStaff: true })
  const pkg = await insertPackage(shop.db)
  questionIds = []
  for (const position of [0, 1]) {
    const question = { packageId: pkg.id, question: `Question ${position}`, position }
    questionIds.push((await insertQuestion(shop.db, question)).id)
  }
  const { id: userId } = await insertUser(shop.db, { email: 'grace@example.com' })
  order = await insertOrder(shop.db, { packageId: pkg.id, userId })
})

const assign = async (staff: User, status: StaffAssignment['status'] = 'assigned') => {
  const { id: assignedById } = await User.query(shop.db).findOne({ isAdmin: true }).throwIfNotFound()
  return insertAssignment(shop.db, { staffId: staff.id, orderId: order.id, assignedById, status })
}
const answer = async (...texts: (string | undefined)[]) => {
  const given = texts.flatMap((text, index) => (text === undefined ? [] : [[questionIds[index], text]]))
  const customer = await openSession(shop, order.userId ?? 0)
  await customer.post(`/api/orders/${order.id}/answers`, { answers: Object.fromEntries(given) })
}
const finish = async (staff: User, { id }: StaffAssignment, delivery = {}) =>
  (await openSession(shop, staff.id)).put(`/api/staff/assignments/${id}/status`, {
    status: 'completed',
    ...delivery,
  })
const makeJobsDue = () => shop.db('jobs.job').update({ startAfter: shop.db.fn.now() })
const readOrder = async () => (await admin.get('/api/admin/orders')).json()[0]

/** @returns the due mails to staff and admins, sorted by recipient */
async function receive(): Promise<[string | undefined, string | undefined][]> {
  await shop.finishJobs()
  return smtp.mails
    .filter(({ recipients }) => recipients[0]?.endsWith('@shop.example'))
    .map(({ recipients, subject }): [string | undefined, string | undefined] => [recipients[0], subject])
    .sort(([a = ''], [b = '']) => a.localeCompare(b))
}

describe('the mail about answers', () => {
  test('goes to each of the staff on the order at once when all required ones are in, and to nobody before', async () => {
    await assign(sam)
    await assign(robin)
    await answer(SECRET)
    expect(await receive()).toEqual([])
    await answer(undefined, 'Blue')
    const subject = `Answers are in, you can start: INV-${order.id}, Business Website`
    expect(await receive()).toEqual([
      ['robin@shop.example', subject],
      ['sam@shop.example', subject],
    ])
  })

  test('leads to the order in the staff area, names the date, and holds no answer', async () => {
    await assign(sam)
    await answer(SECRET, 'Blue')
    await receive()
    const [mail] = smtp.mails as [ReceivedMail]
    const { promisedBy } = await readOrder()
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })
    for (const body of [mail.html, mail.text]) {
      expect(body).toContain(`http://shop.example/staff?order=${order.id}`)
      expect(body).toContain('The order is ready to start')
      expect(body).toContain(date.format(new Date(promisedBy)))
      expect(body).not.toMatch(/hunter2|Blue/)
    }
  })

  test('tells of several changes in one, and of no answer that stays as it was', async () => {
    await assign(sam)
    await answer('One', 'Two')
    await receive()
    await answer('One', 'Two')
    await answer('Changed')
    await answer('Changed', 'again')
    await answer('Changed once more')
    await makeJobsDue()
    expect((await receive()).slice(1)).toEqual([
      ['sam@shop.example', `Please read the changed answers: INV-${order.id}, Business Website`],
    ])
  })

  test('goes neither to who has done their part, nor to who is disabled or staff no more', async () => {
    await assign(sam, 'completed')
    await assign(robin)
    const kim = await insertUser(shop.db, { email: 'kim@shop.example', isStaff: true })
    await assign(kim)
    await robin.$query(shop.db).patch({ disabledAt: new Date() })
    await answer('One', 'Two')
    // Happens after the event and before its mail is sent.
    await kim.$query(shop.db).patch({ disabledAt: new Date() })
    expect(await receive()).toEqual([])
    expect(await OutboxMessage.query(shop.db).where({ kind: 'answers_in' })).toMatchObject([
      { state: 'skipped', payload: { staffId: kim.id } },
    ])
  })
})

describe('the mail about finished work', () => {
  test('goes to every admin once the last assignment of the order is completed, and leads to it', async () => {
    await insertUser(shop.db, { email: 'amir@shop.example', isAdmin: true })
    await insertUser(shop.db, { email: 'gone@shop.example', isAdmin: true, disabledAt: new Date() })
    const first = await assign(sam, 'in_progress')
    const second = await assign(robin, 'in_progress')
    // A part of the work, which the customer is not asked to accept.
    await finish(sam, first, { deliveryNote: 'The site is live.', deliveryLink: 'https://new.example' })
    expect(await receive()).toEqual([])
    await finish(robin, second)
    await finish(robin, second)
    // The mail waits while the step can be undone.
    expect(await receive()).toEqual([])
    await makeJobsDue()
    const subject = `Ready to close: INV-${order.id}, Business Website`
    expect(await receive()).toEqual([
      ['ada@shop.example', subject],
      ['amir@shop.example', subject],
    ])
    const texts = [`http://shop.example/admin?order=${order.id}`, 'Ready to close']
    for (const text of [...texts, 'The site is live.\nhttps://new.example'])
      expect(smtp.mails[0]?.text).toContain(text)
  })

  test('goes out when two complete their parts at the same time', async () => {
    const parts = [await assign(sam, 'in_progress'), await assign(robin, 'in_progress')]
    await Promise.all([sam, robin].map((staff, index) => finish(staff, parts[index] as StaffAssignment)))
    await makeJobsDue()
    expect(await receive()).toHaveLength(1)
  })

  test('is skipped where the order was closed before it is sent', async () => {
    await finish(sam, await assign(sam, 'in_progress'))
    await admin.patch(`/api/admin/orders/${order.id}/status`, { status: 'completed' })
    await makeJobsDue()
    expect(await receive()).toEqual([])
    expect(await OutboxMessage.query(shop.db).where({ kind: 'work_finished' })).toMatchObject([
      { state: 'skipped' },
    ])
  })
})

test('the customer reads what was delivered in the mail that the order is completed', async () => {
  const delivery = { deliveryNote: 'The site is live.', deliveryLink: 'https://new.example' }
  await finish(sam, await assign(sam, 'in_progress'), delivery)
  await admin.patch(`/api/admin/orders/${order.id}/status`, { status: 'completed' })
  await makeJobsDue()
  await shop.finishJobs()
  const mail = smtp.mails.find(({ recipients }) => recipients[0] === 'grace@example.com')
  expect(mail?.text).toContain('The site is live.\nhttps://new.example')
  expect(mail?.html).toMatch(/The site is live\.<br><a href="https:\/\/new\.example"/)
})

describe('an order is marked', () => {
  test('ready to start from the answers until the team starts, in both areas', async () => {
    const part = await assign(sam)
    expect(await readOrder()).toMatchObject({ status: 'pending', readyTo: null })
    await answer('One', 'Two')
    expect(await readOrder()).toMatchObject({ status: 'processing', readyTo: 'start' })
    const staff = await openSession(shop, sam.id)
    expect((await staff.get('/api/staff/assignments')).json()[0].order.readyTo).toBe('start')
    await staff.put(`/api/staff/assignments/${part.id}/status`, { status: 'in_progress' })
    expect(await readOrder()).toMatchObject({ status: 'processing', readyTo: null })
  })
})
