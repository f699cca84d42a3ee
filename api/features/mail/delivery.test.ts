/** Sending mails while the mail server is down, refuses them, or is not configured. */

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { insertOrder } from '../../../db/testing/builders.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { MAIL_WRITERS } from '../../workers/mail-writers.ts'
import { deliverMail, messageIdOf } from './deliver.ts'
import { queueMail } from './outbox.ts'
import { openSmtpServer } from './testing/smtp-server.ts'
import { createMailer, MailRefused } from './transport.ts'

const smtp = await openSmtpServer()
const shop = openTestApp({ variables: { SMTP_URL: smtp.url } })
beforeEach(() => {
  smtp.mails.length = 0
  smtp.refusal = undefined
})

const queue = async () => {
  const order = await insertOrder(shop.db)
  return shop.db.transaction((trx) => queueMail(shop.jobs, trx, 'order_confirmation', { orderId: order.id }))
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
  await deliverMail({ ...shop, mailer, writers: MAIL_WRITERS, onRefused }, id)
  // The process died after sending and before recording it.
  await OutboxMessage.query(shop.db).patch({ sentAt: null })
  await deliverMail({ ...shop, mailer, writers: MAIL_WRITERS, onRefused }, id)
  await mailer.close()
  expect(smtp.mails.map((mail) => mail.messageId)).toEqual(Array(2).fill(messageIdOf({ messageId })))
})

test('a hundred mails at once leave over four connections, each once', async () => {
  const ids = await Promise.all(Array.from({ length: 100 }, queue))
  const mailer = createMailer(shop.env)
  await Promise.all(ids.map((id) => deliverMail({ ...shop, mailer, writers: MAIL_WRITERS, onRefused }, id)))
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
