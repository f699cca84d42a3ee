/** Replies by mail through a real IMAP server: which senders are trusted, and which contents are accepted. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Conversation } from '#api/contract/orders/conversation.ts'
import { createReplyAddress } from '#api/orders/conversation/reply-token.ts'
import { createMailReader } from '#api/orders/incoming-mail/mailbox.ts'
import { openSmtpServer } from '#api/platform/mail/testing/smtp-server.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, type World } from '#api/testing/world.ts'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { User } from '#db/models/people/user.ts'
import { Dovecot, ensureDovecot } from '#e2e/servers/dovecot.ts'

ensureDovecot()
const dovecot = await Dovecot.start()
const smtp = await openSmtpServer()
const shop = openTestApp({
  variables: {
    SMTP_URL: smtp.url,
    REPLY_IMAP_URL: dovecot.url,
    REPLY_ADDRESS: 'reply@shop.example',
    REPLY_AUTHSERV_ID: 'mx.provider.example',
    REPLY_KEY: 'k'.repeat(32),
  },
})
afterAll(() => dovecot.stop())

const PROCESSED = 'Processed by the shop'
const PASS =
  'Authentication-Results: mx.provider.example; dkim=pass header.d=example.com; dmarc=pass header.from=example.com'
const QUOTE = 'On Mon, Nov 23, 2026 at 10:00 The shop <hello@shop.example> wrote:\n> Is Monday fine?'

let world: World
let customer: Visitor
let staff: Visitor
let at: string
/** The customer's reply address. */
let to: string
let failures: unknown[]
let read: () => Promise<void>

beforeEach(async () => {
  await dovecot.clear()
  smtp.mails.length = 0
  world = await buildWorld(shop.db)
  for (const table of ['incoming_mails', 'order_messages', 'outbox']) await shop.db(table).delete()
  customer = await openSession(shop, world.users.customer.id)
  staff = await openSession(shop, world.users.staff.id)
  at = `/api/orders/${world.order.id}/messages`
  to = addressOf()
  failures = []
  const readMailbox = createMailReader(shop, (error) => failures.push(error))
  read = async () => {
    await readMailbox()
    expect(failures).toEqual([])
  }
})

const addressOf = (user: User = world.users.customer) =>
  createReplyAddress(shop.env, { orderId: world.order.id, user }) ?? ''
const messages = async () => await shop.db('order_messages').where({ orderId: world.order.id }).orderBy('id')
const waits = async () => (await shop.db('orders').where({ id: world.order.id }).first()).awaitsReplySince
const see = async (by: Visitor) => (await by.get(at)).json() as Conversation
const reasons = async () =>
  (await shop.db('outbox').where({ kind: 'reply_refused' })).map(({ lastError }) => lastError)

interface Letter {
  from?: string
  to?: string
  auth?: string
  id?: string
  headers?: string[]
  body?: string
  type?: string
}

/** Writes a mail with its headers in the order of a provider's server: the server's own on top. */
function write({
  from = world.users.customer.email,
  auth = PASS,
  headers = [],
  body,
  type,
  ...fields
}: Letter = {}) {
  return [
    ...(auth === '' ? [] : [auth]),
    ...headers,
    `From: Clara <${from}>`,
    `To: ${fields.to ?? to}`,
    `Message-ID: ${fields.id ?? `<${randomUUID()}@example.com>`}`,
    'Subject: Re: A new message',
    'MIME-Version: 1.0',
    `Content-Type: ${type ?? 'text/plain; charset=utf-8'}`,
    '',
    body ?? `Yes, Monday is fine.\n\n-- \nClara\n+49 123\n\n${QUOTE}\n`,
  ].join('\n')
}

const receive = async (letter: Letter = {}) => {
  await dovecot.receive(write(letter))
  await read()
}

const withFile = (bytes: Buffer, text = 'See the plan.'): Letter => ({
  type: 'multipart/mixed; boundary=cut',
  body: [
    `--cut\nContent-Type: text/plain\n\n${text}\n`,
    '--cut\nContent-Type: application/octet-stream; name="../plan\u202e.pdf"\nContent-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="../plan.pdf"\n\n${bytes.toString('base64').replaceAll(/.{76}/g, '$&\n')}\n--cut--\n`,
  ].join('\n'),
})

async function expectWaiting(): Promise<void> {
  expect(await messages()).toEqual([])
  expect(await waits()).toBeNull()
  expect((await see(customer)).waitingMails).toHaveLength(1)
  expect(await dovecot.count(PROCESSED)).toMatchObject({
    messages: await IncomingMail.query(shop.db).resultSize(),
  })
}

async function expectRefused(reason: string | RegExp): Promise<void> {
  expect(await messages()).toEqual([])
  expect((await see(customer)).waitingMails).toEqual([])
  expect(await reasons()).toEqual([expect.stringMatching(reason)])
  expect(await dovecot.count()).toMatchObject({ messages: 0 })
}

beforeEach(() =>
  dovecot.use(async (client) => {
    await client.mailboxCreate(PROCESSED)
    await client.mailboxOpen(PROCESSED)
    await client.messageDelete('1:*')
  }),
)

describe('a reply by mail', () => {
  test('to the address of a mail becomes a message, once, without what it quotes', async () => {
    await staff.post(at, { text: 'Is Monday fine?', key: randomUUID() })
    await shop.db('jobs.job').where({ name: 'mail' }).update({ startAfter: shop.db.fn.now() })
    await shop.finishJobs()
    const [mail] = smtp.mails
    expect(mail?.text).toContain('You can also reply to this email')
    const address = mail?.replyTo?.[0]?.address ?? ''
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
    expect(address).toBe(address.toLowerCase())
    const id = '<one@example.com>'
    await dovecot.receive(write({ to: address.toUpperCase(), id }))
    await dovecot.receive(write({ to: address, id }))
    await read()
    const [, message, ...others] = await messages()
    expect(others).toEqual([])
    expect(message).toMatchObject({ text: 'Yes, Monday is fine.', authorId: world.users.customer.id })
    expect(await waits()).not.toBeNull()
    const shown = (await see(staff)).messages.at(-1)
    expect(shown?.mailText).toContain('> Is Monday fine?')
    expect(await dovecot.count()).toEqual({ messages: 0, seen: 0 })
    expect(await dovecot.count(PROCESSED)).toEqual({ messages: 2, seen: 2 })
    await customer.patch(`/api/messages/${message?.id}`, { text: 'Tuesday' })
    expect((await see(staff)).messages.at(-1)?.mailText).toBe('')
  })

  test('brings its files, which are checked as all are', async () => {
    await receive(withFile(Buffer.from('%PDF-1.4 a plan')))
    const [message] = await messages()
    const [file] = await OrderFile.query(shop.db).where({ messageId: message?.id })
    expect(file).toMatchObject({
      name: '../plan.pdf',
      state: 'checking',
      uploaderId: world.users.customer.id,
    })
    expect(existsSync(join(shop.env.dataDir, 'files', file?.id ?? ''))).toBe(true)
    expect(await shop.db('jobs.job').where({ name: 'check-file' })).toHaveLength(1)
  })

  test('of HTML alone is stored as plain text', async () => {
    const body = `<style>p{}</style><p>Yes &amp; <b>no</b></p><script>alert(1)</script><blockquote>old</blockquote>`
    await receive({ type: 'text/html', body })
    expect((await messages()).map(({ text }) => text)).toEqual(['Yes & no'])
  })

  test('is taken once where a process died before it put the mail away', async () => {
    const raw = write()
    await dovecot.receive(raw)
    await read()
    await dovecot.receive(raw)
    await read()
    expect(await messages()).toHaveLength(1)
  })

  test('is taken once by two readers at the same time', async () => {
    for (let count = 0; count < 5; count += 1) await dovecot.receive(write({ body: `Number ${count}` }))
    const others = createMailReader(shop, () => {})
    await Promise.all([createMailReader(shop, () => {})(), others()])
    await read()
    expect((await messages()).map(({ text }) => text).sort()).toEqual(
      [0, 1, 2, 3, 4].map((n) => `Number ${n}`),
    )
    expect(await dovecot.count()).toMatchObject({ messages: 0 })
  })
})

test('a mail without a token of the shop stays in the mailbox as it is', async () => {
  await receive({ to: 'reply@shop.example' })
  await receive({ to: `reply+${'a'.repeat(48)}@shop.example` })
  await receive({ to: to.replace('shop.example', 'shop.example.evil.example') })
  expect(await dovecot.count()).toEqual({ messages: 3, seen: 0 })
  expect(await IncomingMail.query(shop.db)).toEqual([])
  expect(await shop.db('outbox')).toEqual([])
})

describe('nobody posts under the name of somebody else', () => {
  test.each<[string, () => Letter]>([
    ['from another address', () => ({ from: 'thief@example.com' })],
    ['that no server has looked at', () => ({ auth: '' })],
    ['whose server found that it is forged', () => ({ auth: PASS.replaceAll('=pass', '=fail') })],
    [
      'that brings its own result below that of the server',
      () => ({
        auth: 'Authentication-Results: mx.provider.example; dmarc=fail header.from=example.com',
        headers: [PASS],
      }),
    ],
    [
      'with the result of a server that is not ours',
      () => ({
        auth: PASS.replace('mx.provider.example', 'mx.thief.example'),
        headers: [PASS],
      }),
    ],
    [
      'with words of its sender in the result',
      () => ({
        auth: 'Authentication-Results: mx.provider.example; spf=pass (x; dmarc=pass header.from=example.com ; y) smtp.mailfrom="; dmarc=pass header.from=example.com ; "@thief.example',
      }),
    ],
    [
      'signed by a domain that is not that of From',
      () => ({
        auth: 'Authentication-Results: mx.provider.example; dkim=pass header.d=thief.example; spf=pass smtp.mailfrom=thief.example',
      }),
    ],
    [
      'signed by an address that ends alike',
      () => ({
        auth: 'Authentication-Results: mx.provider.example; dkim=pass header.d=ample.com',
      }),
    ],
    ['with two lines of From', () => ({ headers: ['From: Thief <thief@example.com>'] })],
    ['with another line of From below', () => ({ to: `${to}\nFrom: Thief <thief@example.com>` })],
  ])('a mail %s waits until its customer says yes', async (_, letter) => {
    await receive(letter())
    await expectWaiting()
  })

  test('is told by one mail to the account, without its words, and not to who sent it', async () => {
    const { email } = world.users.customer
    await User.query(shop.db).where({ email }).patch({ emailVerifiedAt: new Date() })
    for (const body of ['Send the money elsewhere', 'And at once'])
      await receive({ from: 'thief@example.com', body })
    await shop.finishJobs()
    expect(await shop.db('outbox').where({ kind: 'reply_waits' })).toMatchObject([{ toEmail: email }])
    expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([[email]])
    expect(smtp.mails[0]?.raw).not.toMatch(/Send the money|thief@|reply\+/)
    await shop.db('outbox').delete()
    await receive({ headers: ['Auto-Submitted: auto-replied'], from: 'thief@example.com' })
    await receive()
    expect(await shop.db('outbox').where({ kind: 'reply_waits' })).toEqual([])
  })

  test('the team does not get its words, and the customer posts or discards it', async () => {
    await receive({ ...withFile(Buffer.from('a plan')), from: 'office@example.com' })
    await receive({ from: 'thief@example.com', body: 'Send the money elsewhere' })
    const [first, second] = (await see(customer)).waitingMails
    expect(first).toMatchObject({ from: 'office@example.com', text: 'See the plan.', files: 1 })
    const forTeam = await staff.get(at)
    expect(forTeam.json().waitingMails).toHaveLength(2)
    expect(forTeam.body).not.toMatch(/See the plan|money|office@|thief@/)
    expect(forTeam.json().waitingMails[0]).toMatchObject({ from: null, text: null, note: null })
    expect((await staff.get(`/api/orders/${world.order.id}/files`)).body).not.toContain('plan.pdf')
    for (const word of ['confirm', 'discard'])
      expect((await staff.post(`/api/incoming-mails/${first?.id}/${word}`)).statusCode).toBe(404)
    expect((await customer.post(`/api/incoming-mails/${second?.id}/discard`)).statusCode).toBe(204)
    const posted = await customer.post(`/api/incoming-mails/${first?.id}/confirm`)
    expect(posted.json()).toMatchObject({ text: 'See the plan.', files: [{ name: '../plan.pdf' }] })
    expect(await waits()).not.toBeNull()
    for (const reply of [first, second])
      expect((await customer.post(`/api/incoming-mails/${reply?.id}/confirm`)).statusCode).toBe(409)
    expect(await messages()).toHaveLength(1)
    expect((await see(customer)).waitingMails).toEqual([])
    const rows = await IncomingMail.query(shop.db).orderBy('id')
    expect(rows[1]).toMatchObject({ state: 'discarded', text: '', wholeText: '', fromAddress: '' })
  })

  test('a mail with a file that its order has no room for waits, too, and says which', async () => {
    await OrderFile.query(shop.db).insert({
      id: randomUUID(),
      orderId: world.order.id,
      uploaderId: world.users.customer.id,
      name: 'film.mp4',
      mediaType: 'video/mp4',
      sizeBytes: 2_000_000_000,
      state: 'ready',
    })
    await receive(withFile(randomBytes(1_000)))
    const [reply] = (await see(customer)).waitingMails
    expect(reply).toMatchObject({
      text: 'See the plan.',
      files: 0,
      note: expect.stringContaining('plan.pdf'),
    })
    expect(await messages()).toEqual([])
  })
})

describe('a mail is refused with a reason', () => {
  test.each<[string, string, Letter]>([
    ['an automatic reply', 'automatic', { headers: ['Auto-Submitted: auto-replied'] }],
    ['of a holiday program', 'automatic', { headers: ['Precedence: bulk'] }],
    ['of a mailing list', 'mailing list', { headers: ['List-Id: <all.example.com>'] }],
    ['a report that a mail was not delivered', 'report', { headers: ['Return-Path: <>'] }],
    ['from the shop itself', 'shop itself', { from: 'Reply+x@shop.example' }],
    ['without words', 'empty', { body: QUOTE }],
  ])('%s', async (_, reason, letter) => {
    await receive(letter)
    await expectRefused(reason)
    expect(JSON.stringify(await shop.db('outbox'))).not.toContain('Monday')
  })

  test('with a token from before a reset, or of another address', async () => {
    const { customer: user } = world.users
    await User.query(shop.db).findById(user.id).patch({ passwordHash: 'another' })
    await receive()
    await expectRefused('password')
    await User.query(shop.db)
      .findById(user.id)
      .patch({ passwordHash: user.passwordHash, email: 'new@example.com' })
    await receive({ from: 'new@example.com' })
    expect(await messages()).toEqual([])
  })

  test('with the token of somebody who has no part in the order any more', async () => {
    await shop.db('orders').where({ id: world.order.id }).update({ userId: world.users.otherCustomer.id })
    await dovecot.receive(write())
    await read()
    expect(await reasons()).toEqual([expect.stringContaining('no part')])
    expect(await messages()).toEqual([])
  })

  test('of an account that is disabled or has become staff', async () => {
    const { id } = world.users.customer
    await User.query(shop.db).findById(id).patch({ isStaff: true })
    await receive()
    await User.query(shop.db).findById(id).patch({ isStaff: false, disabledAt: new Date() })
    await receive()
    expect(await reasons()).toHaveLength(2)
    expect(await messages()).toEqual([])
  })
})

test('more than 60 an hour, and more than 10 that wait, stay in the mailbox for later', async () => {
  for (let count = 0; count < 11; count += 1)
    await dovecot.receive(write({ auth: '', body: `Number ${count}` }))
  await read()
  expect((await see(customer)).waitingMails).toHaveLength(10)
  expect(await dovecot.count()).toMatchObject({ messages: 1 })
  await shop.db('incoming_mails').update({ state: 'discarded', text: '' })
  await shop.db('order_messages').insert(
    Array.from({ length: 50 }, () => ({
      orderId: world.order.id,
      authorId: world.users.customer.id,
      authorRole: 'customer',
      isTeamOnly: false,
      text: 'Hello',
      key: randomUUID(),
    })),
  )
  await read()
  expect(await dovecot.count()).toMatchObject({ messages: 1 })
  await shop.db('order_messages').update({ createdAt: shop.db.raw("now() - interval '2 hours'") })
  await read()
  expect(await dovecot.count()).toMatchObject({ messages: 0 })
})

test('who fills the mailbox with mails that have to wait does not keep those of others from being read', async () => {
  const MAILS_A_TURN = 100
  for (let count = 0; count < MAILS_A_TURN + 11; count += 1)
    await dovecot.receive(write({ auth: '', body: `Number ${count}` }))
  const other = await buildWorld(shop.db, { tag: '-2' })
  await shop.db('incoming_mails').where({ orderId: other.order.id }).delete()
  const address = createReplyAddress(shop.env, { orderId: other.order.id, user: other.users.customer }) ?? ''
  await dovecot.receive(write({ from: other.users.customer.email, to: address }))
  await read()
  await read()
  expect(await shop.db('incoming_mails').where({ orderId: other.order.id })).toHaveLength(1)
})
