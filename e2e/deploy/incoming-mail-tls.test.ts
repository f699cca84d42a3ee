/** The mailbox over TLS on a real IMAP server: which certificates are trusted, and what operators read if one is not. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DoctorContext, Finding } from '#api/operations/doctor/check.ts'
import { mailChecks } from '#api/operations/doctor/mail.ts'
import { createReplyAddress } from '#api/orders/conversation/reply-token.ts'
import { createMailReader } from '#api/orders/incoming-mail/mailbox.ts'
import { openMailbox } from '#api/platform/mail/mailbox.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { buildWorld } from '#api/testing/world.ts'
import { Authority } from '#e2e/servers/authority.ts'
import { Dovecot, ensureDovecot } from '#e2e/servers/dovecot.ts'

ensureDovecot()
const authority = await Authority.create()
// On Linux 0.0.0.0 also leads to this machine, but the shop takes it for another host.
const AWAY = '0.0.0.0'
const dovecot = await Dovecot.start(authority.issue('mail', `IP:127.0.0.1,IP:${AWAY}`))
const expired = await Dovecot.start(
  authority.issue('expired', 'IP:127.0.0.1', { from: '20200101', until: '20210101' }),
)
const early = await Dovecot.start(authority.issue('early', 'IP:127.0.0.1', { from: '20400101' }))
const plain = await Dovecot.start()
const shop = openTestApp({
  variables: {
    REPLY_IMAP_URL: dovecot.tlsUrl,
    REPLY_ADDRESS: 'reply@shop.example',
    REPLY_AUTHSERV_ID: 'mx.provider.example',
    REPLY_KEY: 'k'.repeat(32),
  },
})
const known = getCACertificates('default')
const trust = () => setDefaultCACertificates([...known, readFileSync(authority.certificate, 'utf8')])

beforeEach(() => dovecot.clear())
afterEach(() => setDefaultCACertificates(known))
afterAll(async () => {
  for (const server of [dovecot, expired, early, plain]) await server.stop()
  await authority.remove()
})

const at = (url: string, host: string) => url.replace('@127.0.0.1:', `@${host}:`)
const askDoctor = async (imapUrl: string): Promise<Finding | undefined> => {
  const check = mailChecks.find(({ name }) => name === 'Replies')
  const replyMailbox = shop.env.replyMailbox && { ...shop.env.replyMailbox, imapUrl }
  return check?.run({ env: { ...shop.env, replyMailbox } } as DoctorContext)
}
async function expectFault(url: string, text: string, advice: string): Promise<void> {
  const finding = await askDoctor(url)
  expect(finding).toEqual({
    state: 'fault',
    text: expect.stringContaining(text),
    advice: expect.stringContaining(advice),
  })
  expect(JSON.stringify(finding)).not.toMatch(/pass\W+word/)
}

describe('a mailbox whose certificate is trusted', () => {
  beforeEach(trust)

  test('is read over TLS, and its replies are taken', async () => {
    const world = await buildWorld(shop.db)
    const to = createReplyAddress(shop.env, { orderId: world.order.id, user: world.users.customer })
    await dovecot.receive(
      [
        'Authentication-Results: mx.provider.example; dmarc=pass header.from=example.com',
        `From: <${world.users.customer.email}>`,
        `To: ${to}`,
        'Message-ID: <tls@example.com>',
        'Subject: Re: A new message\n\nYes, Monday is fine.',
      ].join('\n'),
    )
    await createMailReader(shop, (error) => Promise.reject(error))()
    const [message] = await shop.db('order_messages').where({ orderId: world.order.id }).orderBy('id', 'desc')
    expect(message?.text).toBe('Yes, Monday is fine.')
    expect(await askDoctor(dovecot.tlsUrl)).toMatchObject({ state: 'ok' })
    await expectFault(dovecot.tlsUrl.replace('pass%20', 'wrong%20'), 'refuses the user or password', 'Check')
  })

  test('is read by STARTTLS where the URL says imap:// and another host', async () => {
    const client = await openMailbox(at(dovecot.url, AWAY))
    expect(client.secureConnection).toBe(true)
    await client.logout()
  })

  test('is not read under the name of another host', async () => {
    const advice = 'Use the host that the certificate names'
    await expectFault(at(dovecot.tlsUrl, 'localhost'), 'not trusted: it is for another host', advice)
  })

  test('is not read before and after the certificate is valid', async () => {
    await expectFault(expired.tlsUrl, 'certificate is not trusted: it has expired', 'renew')
    await expectFault(early.tlsUrl, 'certificate is not trusted: it is not valid yet', 'clock')
  })
})

describe('a mailbox whose certificate nobody knows', () => {
  const TEXT = 'The mailbox’s certificate is not trusted: no authority that this machine knows has signed it'

  test.each([
    ['over TLS', () => dovecot.tlsUrl],
    ['by STARTTLS', () => at(dovecot.url, AWAY)],
  ])('is not read %s', async (_, url) => {
    await expectFault(url(), TEXT, 'NODE_EXTRA_CA_CERTS')
  })

  test('fails the job of every minute at once, in the log and in the list of failed jobs', async () => {
    const logged: object[] = []
    shop.jobs.logTo({ error: (line: object) => logged.push(line) } as unknown as FastifyBaseLogger)
    await shop.db.transaction((trx) => shop.jobs.send(trx, 'incoming-mail', {}))
    const read = createMailReader(shop, (error) => Promise.reject(error))
    for (let round = 0; round < 2; round += 1) await shop.jobs.drain({ 'incoming-mail': () => read() })
    expect(logged).toEqual([
      { err: expect.objectContaining({ message: expect.stringContaining(TEXT) }), job: expect.anything() },
    ])
    expect(await shop.db('jobs.job').where({ name: 'incoming-mail' })).toMatchObject([
      { state: 'failed', output: { message: expect.stringContaining(TEXT) } },
    ])
  })

  test('is read once NODE_EXTRA_CA_CERTS names its authority', async () => {
    const open = (variables: Record<string, string>) =>
      promisify(execFile)(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `const { openMailbox } = await import(${JSON.stringify(import.meta.resolve('#api/platform/mail/mailbox.ts'))})
           await (await openMailbox(process.env.REPLY_IMAP_URL)).logout()`,
        ],
        { env: { ...process.env, REPLY_IMAP_URL: dovecot.tlsUrl, ...variables } },
      )
    await expect(open({ NODE_EXTRA_CA_CERTS: '' })).rejects.toThrow('certificate is not trusted')
    await open({ NODE_EXTRA_CA_CERTS: authority.certificate })
  })
})

test('a mailbox that offers no encryption gets no password, except on this machine', async () => {
  await expectFault(at(plain.url, AWAY), 'offers no encryption', 'Use imaps://')
  await (await openMailbox(plain.url)).logout()
})

test('a mailbox has an address of IPv6, too', async () => {
  await expect(openMailbox('imap://reply:secret@[::1]:1/')).rejects.not.toMatchObject({ code: 'ENOTFOUND' })
})
