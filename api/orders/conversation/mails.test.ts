/** Mails about messages: recipients, timing and content, and that nobody gets content meant for others. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSmtpServer, type ReceivedMail } from '#api/platform/mail/testing/smtp-server.ts'
import { succeed } from '#api/testing/responses.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, openBrowser, type Role, type World } from '#api/testing/world.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertAssignment } from '#db/testing/builders.ts'

const smtp = await openSmtpServer()
const shop = openTestApp({ variables: { SMTP_URL: smtp.url, PUBLIC_ORIGIN: 'http://shop.example' } })

type Person = Exclude<Role, 'visitor'>

let world: World
let browsers: Record<Person, Visitor>
let at: string

beforeEach(async () => {
  smtp.mails.length = 0
  world = await buildWorld(shop.db)
  await shop.db('order_messages').delete()
  await shop.db('outbox').delete()
  const people = Object.keys(world.users) as Person[]
  const opened = people.map(async (role) => [role, await openBrowser(shop, world, role)] as const)
  browsers = Object.fromEntries(await Promise.all(opened)) as typeof browsers
  at = `/api/orders/${world.order.id}/messages`
})

const send = (role: Person, text: string, fields: object = {}) =>
  succeed<{ id: number }>(browsers[role].post(at, { text, key: randomUUID(), ...fields }))

/** Lets the two minutes pass. @returns the mails sent then */
async function receive(): Promise<ReceivedMail[]> {
  const before = smtp.mails.length
  await shop.db('jobs.job').where({ name: 'mail' }).update({ startAfter: shop.db.fn.now() })
  await shop.finishJobs()
  return smtp.mails.slice(before)
}

const recipientsOf = (mails: ReceivedMail[]) => mails.flatMap(({ recipients }) => recipients).sort()
const reasons = async () =>
  (await OutboxMessage.query(shop.db).orderBy('id')).map(({ lastError }) => lastError)

describe('a mail about messages', () => {
  test('says in its subject that the team cannot go on without an answer', async () => {
    await send('staff', 'Which logo?', { isBlocking: true })
    const [mail] = await receive()
    expect(mail?.subject).toMatch(/^We need your answer to continue: INV-\d+, /)
    expect(mail?.text).toContain('The promised date goes on hold')
  })

  test('goes out after two minutes, several as one, with their texts and a link', async () => {
    await send('customer', 'Is <b>Monday</b> fine?')
    await send('customer', 'Or Tuesday?')
    await shop.finishJobs()
    expect(smtp.mails).toEqual([])
    const [job] = await shop.db('jobs.job').where({ name: 'mail' })
    expect(Math.round((job.startAfter - job.createdOn) / 1000)).toBe(120)
    const [mail, ...others] = await receive()
    expect(others).toEqual([])
    expect(mail?.recipients).toEqual(['staff@example.com'])
    expect(mail?.subject).toBe(`2 new messages about INV-${world.order.id}, Business Website`)
    for (const part of ['Is <b>Monday</b> fine?', 'Or Tuesday?', 'Clara Whitfield'])
      expect(mail?.text).toContain(part)
    expect(mail?.html).toContain('Is &lt;b&gt;Monday')
    expect(mail?.html).toContain(`http://shop.example/staff?order=${world.order.id}#`)
  })

  test('is not overtaken by another one about the order', async () => {
    await send('staff', 'We switch at 9 PM')
    await succeed(
      browsers.staff.put(`/api/staff/assignments/${world.assignment.id}/status`, { status: 'in_progress' }),
    )
    await shop.finishJobs()
    expect(smtp.mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^A new message about/)])
    expect((await receive()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Work on your order INV-\d+ has started$/),
    ])
  })

  test('does not go out once all was read, and holds only what was not', async () => {
    const { id } = await send('staff', 'One')
    await browsers.customer.post(`${at}/read`, { upTo: id })
    expect(await receive()).toEqual([])
    expect(await reasons()).toEqual(['The messages have been read'])
    await send('staff', 'Two')
    const withdrawn = await send('staff', 'Three')
    await browsers.staff.call('DELETE', `/api/messages/${withdrawn.id}`)
    const [mail] = await receive()
    expect(mail?.text).toContain('Two')
    expect(mail?.text).not.toMatch(/One|Three/)
  })

  test('does not repeat what an earlier one told', async () => {
    await send('staff', 'One')
    expect((await receive())[0]?.text).toContain('One')
    await send('staff', 'Two')
    const [mail] = await receive()
    expect(mail?.subject).toMatch(/^A new message about/)
    expect(mail?.text).toContain('Two')
    expect(mail?.text).not.toContain('One')
  })

  test('holds the last 20 of many', async () => {
    for (let count = 1; count <= 23; count += 1) await send('staff', `Number ${count}.`)
    const [mail] = await receive()
    expect(mail?.text).toContain('Here are the last 20.')
    expect(mail?.text?.match(/Number \d+\./g)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Number ${index + 4}.`),
    )
  })

  test('shows bold text, lists and links as the order page does, and names the files', async () => {
    const { id } = await send(
      'staff',
      '**Two** things:\n- a logo <b>\n- [this form](https://forms.example/7)',
    )
    const file = { orderId: world.order.id, uploaderId: world.users.staff.id, mediaType: 'application/pdf' }
    await shop
      .db('order_files')
      .insert([
        { ...file, id: randomUUID(), messageId: id, name: 'sketch.pdf', sizeBytes: 5, state: 'ready' },
      ])
    const [mail] = await receive()
    expect(mail?.html).toContain('<strong>Two</strong> things:')
    expect(mail?.html).toMatch(
      /<ul [^>]+><li>a logo &lt;b&gt;<\/li><li><a href="https:\/\/forms\.example\/7"/,
    )
    expect(mail?.text).toContain('Two things:\n\n- a logo <b>\n- this form (https://forms.example/7)\n')
    for (const body of [mail?.html, mail?.text]) expect(body).toContain('File: sketch.pdf')
  })

  test('does not repeat a password that was typed', async () => {
    await send('customer', 'Here you are:\nPassword: hunter2')
    await send('staff', 'Thanks, the pwd=hunter2 works')
    const mails = await receive()
    expect(mails).toHaveLength(2)
    for (const { html, text } of mails) expect(`${html}${text}`).not.toContain('hunter2')
    const toTeam = mails.find(({ recipients }) => recipients.includes('staff@example.com'))
    expect(toTeam?.text).toContain('Here you are:\n\n[Password left out of this email.]')
  })

  test('has the day for a customer, whose time zone is not known, and the time for the team', async () => {
    await send('customer', 'Hello')
    await send('staff', 'Hello')
    const mails = await receive()
    const sentTo = (address: string) => mails.find(({ recipients }) => recipients.includes(address))
    const [team, customer] = [sentTo('staff@example.com'), sentTo('customer@example.com')]
    expect(team?.text).toMatch(/Whitfield, \w+,? \d+ \w+ \d{4} at \d\d:\d\d IST/)
    expect(customer?.text).toMatch(/, \d+ \w{3,4} \d{4}\n/)
    expect(customer?.text).not.toContain('IST')
  })

  test('to an address that is not verified has the link alone', async () => {
    await shop.db('users').where({ id: world.users.customer.id }).update({ emailVerifiedAt: null })
    await send('staff', 'Something private')
    const [mail] = await receive()
    expect(mail?.recipients).toEqual(['customer@example.com'])
    expect(mail?.html).toContain(`/dashboard?order=${world.order.id}#`)
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/private|Clara|Whitfield/)
  })
})

describe('it goes to', () => {
  test('the staff of the order, also those who have completed their work, and to admins without any', async () => {
    const { admin, otherStaff } = world.users
    const work = { orderId: world.order.id, staffId: otherStaff.id, assignedById: admin.id }
    await insertAssignment(shop.db, { ...work, status: 'completed' })
    await send('customer', 'Hello')
    expect(recipientsOf(await receive())).toEqual(['other-staff@example.com', 'staff@example.com'])
    await shop.db('users').whereNot({ id: world.users.admin.id }).update({ isStaff: false })
    await send('customer', 'Hello?')
    const [mail, ...others] = await receive()
    expect(others).toEqual([])
    expect(mail?.recipients).toEqual(['admin@example.com'])
    expect(mail?.html).toContain(`/admin?order=${world.order.id}#`)
  })

  test('the customer where the team writes, without the notes of the team', async () => {
    await send('admin', 'Good morning')
    await send('admin', 'A note', { isTeamOnly: true })
    const mails = await receive()
    expect(recipientsOf(mails)).toEqual(['customer@example.com', 'staff@example.com'])
    const ofCustomer = mails.find(({ recipients }) => recipients.includes('customer@example.com'))
    const ofStaff = mails.find(({ recipients }) => recipients.includes('staff@example.com'))
    expect(ofCustomer?.text).toContain('Good morning')
    expect(`${ofCustomer?.text}${ofCustomer?.html}${ofCustomer?.subject}`).not.toMatch(/A note|2 new/)
    expect(ofStaff?.text).toContain('A note')
    expect(ofStaff?.text).toContain('for the team only')
  })

  test('nobody for a note without other staff', async () => {
    await send('staff', 'A note', { isTeamOnly: true })
    expect(await OutboxMessage.query(shop.db).resultSize()).toBe(0)
  })

  test('nobody whose right was taken meanwhile', async () => {
    await send('customer', 'Hello')
    await StaffAssignment.query(shop.db).deleteById(world.assignment.id)
    expect(await receive()).toEqual([])
    expect(await reasons()).toEqual(['The recipient has no part in the order any more'])
    await shop.db('users').where({ id: world.users.customer.id }).update({ disabledAt: new Date() })
    await send('admin', 'Hello')
    expect(await receive()).toEqual([])
  })
})

test('beyond 200 a day a mail is skipped, and what it would have told goes with the next', async () => {
  const sent = { kind: 'messages', toEmail: 'customer@example.com', sentAt: new Date() }
  const { id: userId } = world.users.customer
  const payloads = Array.from({ length: 200 }, (_, nth) => ({ orderId: 1_000_000 + nth, userId, from: 1 }))
  await OutboxMessage.query(shop.db).insert(payloads.map((payload) => ({ ...sent, payload })))
  await send('staff', 'One')
  expect(await receive()).toEqual([])
  expect((await reasons()).at(-1)).toMatch(/daily limit/)
  const longAgo = { createdAt: new Date('2026-01-01') }
  await shop.db('outbox').where({ state: 'sent' }).update(longAgo)
  await send('staff', 'Two')
  const [mail] = await receive()
  expect(mail?.text).toContain('One')
  expect(mail?.text).toContain('Two')
})
