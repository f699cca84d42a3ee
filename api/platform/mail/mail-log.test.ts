import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#api/contract/operations/jobs.ts'
import { MAILS } from '#api/mails.ts'
import { fetchList, type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertAssignment, insertOrder, insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { queueMail } from './outbox.ts'
import { deliverMail, messageIdOf } from './send.ts'
import { openSmtpServer } from './testing/smtp-server.ts'
import { createMailer, MailRefused } from './transport.ts'

const smtp = await openSmtpServer()
const shop = openTestApp({ variables: { SMTP_URL: smtp.url } })
let ada: SignedIn
beforeEach(async () => {
  smtp.mails.length = 0
  smtp.refusal = undefined
  ada = await signInAsAdmin(shop)
})

const list = (query = '') => fetchList<Mail>(ada.browser, `/api/admin/mails${query}`)

async function sendThree() {
  // No mail about the one that fails.
  await ada.user.$query(shop.db).patch({ unmailedKinds: ['mail_failed'] })
  const order = await insertOrder(shop.db)
  const queue = (kind: 'order_confirmation' | 'welcome') =>
    shop.db.transaction((trx) => queueMail(shop.jobs, trx, kind, { orderId: order.id }))
  await queue('order_confirmation')
  await queue('welcome')
  await shop.finishJobs()
  smtp.refusal = { code: 550, message: 'Mailbox full of nothing' }
  await queue('welcome')
  await shop.finishJobs()
  return order
}

describe('the mail log', () => {
  test('shows the state of each mail, newest first, and nothing of its content', async () => {
    const order = await sendThree()
    const { rows, total } = await list()
    expect(total).toBe(3)
    expect(rows).toMatchObject([
      { id: 3, kind: 'welcome', state: 'failed', reason: expect.stringContaining('550') },
      { id: 2, kind: 'welcome', state: 'sent', reason: null, attempts: 1, resends: null },
      {
        id: 1,
        kind: 'order_confirmation',
        state: 'sent',
        subject: expect.stringContaining(order.invoiceNumber),
      },
    ])
    expect(smtp.mails.map(({ messageId }) => messageId)).toContain(rows[2]?.messageId)
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      ...['attempts', 'createdAt', 'endedAt', 'id', 'kind', 'messageId', 'orderId', 'reason', 'resends'],
      ...['state', 'subject', 'toEmail'],
    ])
  })

  test('calls a refused mail unresolved until it is sent again, and for a week', async () => {
    await sendThree()
    const unresolved = async () => (await list('?state=unresolved')).rows.map(({ id }) => id)
    expect(await unresolved()).toEqual([3])
    await OutboxMessage.query(shop.db)
      .findById(3)
      .patch({ failedAt: new Date(Date.now() - 8 * 86_400_000) })
    expect(await unresolved()).toEqual([])
    await OutboxMessage.query(shop.db).findById(3).patch({ failedAt: new Date() })
    smtp.refusal = undefined
    expect((await ada.browser.post('/api/admin/mails/3/resend')).statusCode).toBe(201)
    expect(await unresolved()).toEqual([])
  })

  test('finds what was written about an order: to its customer, of its refunds, and to its staff', async () => {
    const [order, other] = [await insertPaidOrder(shop.db), await insertPaidOrder(shop.db)]
    const payment = await Payment.query(shop.db).findOne({ orderId: order.id }).throwIfNotFound()
    const refund = await Refund.query(shop.db)
      .insert({ paymentId: payment.id, amountCents: 100, reason: 'Late' })
      .returning('id')
    const { id: staffId } = await insertUser(shop.db, { isStaff: true })
    const assignment = await insertAssignment(shop.db, {
      orderId: order.id,
      staffId,
      assignedById: ada.user.id,
    })
    const rows = await OutboxMessage.query(shop.db)
      .insert([
        { kind: 'order_confirmation', payload: { orderId: order.id } },
        { kind: 'refund_receipt', payload: { refundId: refund.id } },
        { kind: 'assignment', payload: { assignmentId: assignment.id, staffId } },
        { kind: 'order_confirmation', payload: { orderId: other.id } },
        { kind: 'password_reset', payload: { email: 'clara@example.com' } },
      ])
      .returning('id')
    const [confirmation, receipt, assigned, others, reset] = rows.map(({ id }) => id)
    const orders = async (query: string) =>
      Object.fromEntries((await list(query)).rows.map(({ id, orderId }) => [id, orderId]))
    const about = { [confirmation ?? 0]: order.id, [receipt ?? 0]: order.id, [assigned ?? 0]: order.id }
    expect(await orders(`?orderId=${order.id}`)).toEqual(about)
    expect(await orders('')).toEqual({ ...about, [others ?? 0]: other.id, [reset ?? 0]: null })
    expect((await ada.browser.get('/api/admin/mails?orderId=x')).statusCode).toBe(400)
  })

  test('is filtered, searched, sorted and paged', async () => {
    await sendThree()
    const ids = async (query: string) => (await list(query)).rows.map(({ id }) => id)
    expect(await ids('?kind=welcome')).toEqual([3, 2])
    expect(await ids('?state=failed')).toEqual([3])
    expect(await ids('?q=confirmed')).toEqual([1])
    expect(await ids('?q=clara-%20example.com')).toEqual([3, 2, 1])
    expect(await ids('?q=nobody')).toEqual([])
    expect(await ids('?sort=kind')).toEqual([1, 2, 3])
    expect(await ids('?sort=state&limit=1&offset=1')).toEqual([1])
    for (const query of ['?kind=spam', '?state=lost', '?sort=subject', '?limit=0']) {
      expect((await ada.browser.get(`/api/admin/mails${query}`)).statusCode, query).toBe(400)
    }
  })
})

describe('sending a mail again', () => {
  test('makes another one with an id of its own, and is audited', async () => {
    await sendThree()
    smtp.refusal = undefined
    const response = await ada.browser.post('/api/admin/mails/3/resend')
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ id: 4, kind: 'welcome', state: 'queued', resends: 3 })
    await shop.finishJobs()
    const rows = await OutboxMessage.query(shop.db).orderBy('id')
    expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'failed', 'sent'])
    expect(new Set(rows.map(({ messageId }) => messageId)).size).toBe(4)
    expect(smtp.mails.at(-1)?.messageId).toContain(rows[3]?.messageId)
    expect(await AuditEntry.query(shop.db)).toMatchObject([
      {
        actorId: ada.user.id,
        action: 'created',
        subject: 'mail',
        subjectId: 4,
        subjectLabel: 'welcome',
        changes: [
          { field: 'kind', from: null, to: 'welcome' },
          { field: 'resends', from: null, to: 3 },
        ],
      },
    ])
  })

  test('that is unknown is 404 and stores nothing', async () => {
    expect((await ada.browser.post('/api/admin/mails/99/resend')).statusCode).toBe(404)
    expect(await OutboxMessage.query(shop.db).resultSize()).toBe(0)
    expect(await AuditEntry.query(shop.db)).toEqual([])
  })
})

describe('delivery', () => {
  const queue = async () => {
    const order = await insertOrder(shop.db)
    return shop.db.transaction((trx) =>
      queueMail(shop.jobs, trx, 'order_confirmation', { orderId: order.id }),
    )
  }

  const find = (id: number) => OutboxMessage.query(shop.db).findById(id).throwIfNotFound()

  const tryAgain = async () => {
    await shop.db('jobs.job').update({ startAfter: shop.db.fn.now() })
    await shop.finishJobs()
  }

  test('while the server is away a mail waits, and goes out later under the id it always had', async () => {
    const id = await queue()
    const { messageId } = await find(id)
    await smtp.stop()
    await shop.finishJobs()
    await tryAgain()
    expect(await find(id)).toMatchObject({
      state: 'queued',
      attempts: 2,
      lastError: expect.stringMatching(/ECONNREFUSED/),
    })
    await smtp.start()
    await tryAgain()
    expect(await find(id)).toMatchObject({ state: 'sent', attempts: 3, lastError: null, messageId })
    expect(smtp.mails.map((mail) => mail.messageId)).toEqual([messageIdOf({ messageId })])
    await tryAgain()
    expect(smtp.mails).toHaveLength(1)
  })

  test('an address that is refused for good ends the mail, with the reason stored and no further try', async () => {
    smtp.refusal = { code: 550, message: 'No such mailbox here' }
    const id = await queue()
    await shop.finishJobs()
    expect(await find(id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      toEmail: expect.stringContaining('@'),
      lastError: expect.stringContaining('550 No such mailbox here'),
    })
    smtp.refusal = undefined
    await tryAgain()
    expect(smtp.mails).toEqual([])
  })

  test('an address that is refused for now is tried again', async () => {
    smtp.refusal = { code: 451, message: 'Greylisted, come back' }
    const id = await queue()
    await shop.finishJobs()
    expect(await find(id)).toMatchObject({ state: 'queued', lastError: expect.stringContaining('451') })
    smtp.refusal = undefined
    await tryAgain()
    expect(await find(id)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  const onRefused = async () => {}

  test('a mail that was sent, but whose sending was not noted, goes out again under the same id', async () => {
    const id = await queue()
    const { messageId } = await find(id)
    const mailer = createMailer(shop.env)
    await deliverMail({ ...shop, mailer, mails: MAILS, onRefused }, id)
    // The process died after sending and before recording it.
    await OutboxMessage.query(shop.db).patch({ sentAt: null })
    await deliverMail({ ...shop, mailer, mails: MAILS, onRefused }, id)
    await mailer.close()
    expect(smtp.mails.map((mail) => mail.messageId)).toEqual(Array(2).fill(messageIdOf({ messageId })))
  })

  test('a hundred mails at once leave over four connections, each once', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, queue))
    const mailer = createMailer(shop.env)
    await Promise.all(ids.map((id) => deliverMail({ ...shop, mailer, mails: MAILS, onRefused }, id)))
    await mailer.close()
    expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(100)
    expect(smtp.mails).toHaveLength(100)
    // One of them is the idle connection of the shop's own mailer.
    expect(smtp.mostConnections).toBeGreaterThan(1)
    expect(smtp.mostConnections).toBeLessThanOrEqual(5)
  })

  describe('the transport', () => {
    const message = {
      messageId: '<6f1c2d3e-0000-4000-8000-000000000000@example.com>',
      to: { name: 'Grace', address: 'grace@example.com' },
      subject: 'Hello',
      text: 'Hello Grace',
      html: '<p>Hello Grace</p>',
    }

    test('does not wait for ever for a server that does not respond', async () => {
      const { createServer } = await import('node:net')
      const silent = createServer(() => {})
      await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
      const { port } = silent.address() as { port: number }
      const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: '' })
      const refused = await mailer.send(message).catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'ETIMEDOUT', message: 'Greeting never received' })
      expect(refused).not.toBeInstanceOf(MailRefused)
      await mailer.close()
      silent.close()
    })

    test('sends no password over a connection that is not encrypted', async () => {
      const mailer = createMailer({
        smtpUrl: smtp.url.replace('://127.0.0.1', '://user:secret@0.0.0.0'),
        dataDir: '',
      })
      await expect(mailer.send(message)).rejects.toThrow(/STARTTLS|TLS/i)
      await mailer.close()
    })

    test('without a server writes a file that a mail program opens and its owner alone may read', async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'mail-'))
      const mailer = createMailer({ smtpUrl: undefined, dataDir })
      await mailer.send(message)
      await mailer.send(message)
      expect(await readdir(join(dataDir, 'mail'))).toEqual(['6f1c2d3e-0000-4000-8000-000000000000.eml'])
      const file = join(dataDir, 'mail', '6f1c2d3e-0000-4000-8000-000000000000.eml')
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect(await PostalMime.parse(await readFile(file))).toMatchObject({
        messageId: message.messageId,
        subject: 'Hello',
        to: [message.to],
        text: expect.stringContaining('Hello Grace'),
        html: expect.stringContaining('<p>Hello Grace</p>'),
      })
      await rm(dataDir, { recursive: true })
    })
  })
})
