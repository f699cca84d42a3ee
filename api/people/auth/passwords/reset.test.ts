import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ResetFactors } from '#api/contract/people/auth.ts'
import { issueResetToken } from '#api/people/auth/mailed-links/mailed-token.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { addPasskey, addTotp, insertOwner } from '#api/testing/second-factor.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { Passkey } from '#db/models/people/second-factor.ts'
import { PasswordReset } from '#db/models/people/session.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
const NEW = 'a-brand-new-secret'
let owner: User
beforeEach(async () => {
  owner = await insertUser(shop.db, {
    email: 'Owner@example.com',
    passwordHash: await hashCheaply('the-old-secret'),
  })
})

const ask = (email: string) => new Visitor(shop).post('/api/auth/forgot-password', { email })
const reset = (token: string, newPassword = NEW, visitor = new Visitor(shop)) =>
  visitor.post('/api/auth/reset-password', { token, newPassword })
const loginWith = async (password: string) =>
  (await new Visitor(shop).post('/api/auth/login', { email: owner.email, password })).statusCode
const codeOf = async (response: ReturnType<typeof reset>) => (await response).json<{ code: string }>().code

async function getToken(email = owner.email): Promise<string> {
  await ask(email)
  await shop.finishJobs()
  const [row] = await OutboxMessage.query(shop.db).orderBy('id', 'desc')
  const raw = await readFile(join(shop.mailDir, `${row?.messageId}.eml`), 'utf8')
  const [, token = ''] = /reset-password#token=3D([\w-]{43})/.exec(raw.replaceAll('=\r\n', '')) ?? []
  expect(token).not.toBe('')
  return token
}

describe('asking for a link', () => {
  test('gives the same response whether or not the account exists, in the same headers, and does the same', async () => {
    const responses = [await ask(owner.email), await ask('nobody@example.com')]
    for (const response of responses) {
      expect(response.statusCode).toBe(202)
      expect(response.json()).toEqual({
        message:
          'If an account has this email, we have sent a link to set a new password. It works once, for 30 minutes.',
      })
    }
    expect(Object.keys(responses[0]?.headers ?? {}).sort()).toEqual(
      Object.keys(responses[1]?.headers ?? {}).sort(),
    )
    const rows = await OutboxMessage.query(shop.db).orderBy('id')
    expect(rows).toMatchObject([
      { state: 'queued', toEmail: null },
      { state: 'queued', toEmail: null },
    ])
    expect(await PasswordReset.query(shop.db)).toEqual([])
    await shop.finishJobs()
    expect(
      (await OutboxMessage.query(shop.db).orderBy('id')).map(({ state, lastError }) => [state, lastError]),
    ).toEqual([
      ['sent', null],
      ['skipped', 'No account has this email'],
    ])
  })

  test('takes as long for an account as for none', async () => {
    const timed = async (email: string) => {
      const startedAt = performance.now()
      await ask(email)
      return performance.now() - startedAt
    }
    await timed(owner.email)
    const gaps: number[] = []
    while (gaps.length < 200 && (gaps.length < 40 || Math.abs(median(gaps)) >= 2)) {
      gaps.push((await timed(owner.email)) - (await timed(`nobody-${gaps.length}@example.com`)))
    }
    expect(Math.abs(median(gaps))).toBeLessThan(2)
  })

  test('finds the account whatever the case of the e-mail, and writes to the account’s own address', async () => {
    await getToken(' OWNER@EXAMPLE.com ')
    expect(await OutboxMessage.query(shop.db).findOne({})).toMatchObject({ toEmail: 'Owner@example.com' })
  })

  test('stores only the hash of the token, for thirty minutes', async () => {
    const token = await getToken()
    const stored = await PasswordReset.query(shop.db).findOne({}).throwIfNotFound()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(stored.tokenHash.toString('base64url')).not.toBe(token)
    expect(stored.expiresAt.getTime() - stored.createdAt.getTime()).toBe(30 * 60_000)
    const dump = JSON.stringify([
      await shop.db('outbox'),
      await shop.db('password_resets'),
      await shop.db('jobs.job'),
    ])
    expect(dump).not.toContain(token)
  })
})

describe('a reset link', () => {
  test('sets the password, ends every session and says whose account it is', async () => {
    const here = await openSession(shop, owner.id)
    const elsewhere = await openSession(shop, owner.id)
    const other = await openSession(shop, (await insertUser(shop.db)).id)
    const response = await reset(await getToken(), NEW, here)
    expect([response.statusCode, response.json()]).toEqual([200, { email: 'Owner@example.com' }])
    expect(here.cookies.has('sid')).toBe(false)
    expect((await elsewhere.get('/api/auth/me')).statusCode).toBe(401)
    expect((await other.get('/api/auth/me')).statusCode).toBe(200)
    expect(await loginWith(NEW)).toBe(200)
    expect(await loginWith('the-old-secret')).toBe(401)
    expect(await AuditEntry.query(shop.db).withGraphFetched('details').orderBy('id').first()).toMatchObject({
      actorId: owner.id,
      subject: 'user',
      changes: [{ field: 'password', from: null, to: 'reset by mail' }],
      details: { ipAddress: '127.0.0.1' },
    })
  })

  test('works once, however many come with it at once', async () => {
    const token = await getToken()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reset(token, `${NEW}-${index}`)),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(400)])
    const winner = responses.findIndex(({ statusCode }) => statusCode === 200)
    expect(await loginWith(`${NEW}-${winner}`)).toBe(200)
    expect(await codeOf(reset(token))).toBe('reset_link_invalid')
  })

  test('is refused after thirty minutes, and when it was never made', async () => {
    const token = await getToken()
    await PasswordReset.query(shop.db).patch({ expiresAt: shop.db.fn.now() as unknown as Date })
    expect(await codeOf(reset(token))).toBe('reset_link_invalid')
    expect(await codeOf(reset('x'.repeat(43)))).toBe('reset_link_invalid')
    expect(await loginWith('the-old-secret')).toBe(200)
  })

  test.each([
    ['short', 'Password must be at least 6 characters'],
    ['Password123', 'This password is too common. Please choose another.'],
  ])('is not used up by %s, which is refused with a reason', async (weak, message) => {
    const token = await getToken()
    const refused = await reset(token, weak)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ issues: [{ path: 'newPassword', message }] })
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('works beside a newer one, which anybody may have asked for, and ends when that is used', async () => {
    const [first, second, third] = [await getToken(), await getToken(), await getToken()]
    expect((await reset(second)).statusCode).toBe(200)
    expect(await codeOf(reset(first))).toBe('reset_link_invalid')
    expect(await codeOf(reset(third))).toBe('reset_link_invalid')
  })

  test('ends when the password is changed otherwise', async () => {
    const visitor = await openSession(shop, owner.id)
    const token = await getToken()
    await visitor.put('/api/user/password', {
      currentPassword: 'the-old-secret',
      newPassword: 'another-secret',
    })
    expect(await codeOf(reset(token))).toBe('reset_link_invalid')
  })

  test('is the same in every copy of its mail, so that a second copy does not end the first', async () => {
    const mail = { userId: owner.id, messageId: crypto.randomUUID() }
    const token = await issueResetToken(shop.db, shop.env, mail)
    expect(await issueResetToken(shop.db, shop.env, mail)).toBe(token)
    expect((await reset(token)).statusCode).toBe(200)
    // A second copy of the mail does not renew a used token.
    await issueResetToken(shop.db, shop.env, mail)
    expect(await codeOf(reset(token))).toBe('reset_link_invalid')
  })
})

test('a link that is written while the address changes is not sent to the old one', async () => {
  await ask(owner.email)
  const changing = await shop.db.transaction()
  await changing('users').where({ id: owner.id }).update({ email: 'new@example.com' })
  const writing = shop.finishJobs()
  await waitUntil(async () => (await countAwaitedLocks(shop.db)) > 0)
  await changing.commit()
  await writing
  expect(await PasswordReset.query(shop.db)).toEqual([])
  expect(await OutboxMessage.query(shop.db)).toMatchObject([{ state: 'skipped' }])
})

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

describe('second factors that somebody else may have added with the old password', () => {
  let browser: Visitor
  let token: string
  const send = (path: string, body: object) => new Visitor(shop).post(`/api/auth/reset-password${path}`, body)
  const factorsOf = async (email: string) =>
    (await User.query(shop.db).findOne({ email }).throwIfNotFound()).factors
  async function prepare(rights: Partial<User> = {}) {
    ;({ user: owner, browser } = await insertOwner(shop, { ...rights, email: 'enrolled@example.com' }))
    await addPasskey(shop, browser)
    await addTotp(browser)
    token = await getToken(owner.email)
    return (await send('/factors', { token })).json<ResetFactors>()
  }

  test('are listed by the link, and stay unless they are disowned', async () => {
    const { passkeys, totp, isRemovable } = await prepare()
    expect([passkeys.length, totp?.confirmedAt, isRemovable]).toEqual([1, expect.any(String), true])
    expect((await send('', { token, newPassword: NEW })).statusCode).toBe(200)
    expect(await factorsOf(owner.email)).toEqual(['passkey', 'totp'])
    expect((await send('/factors', { token })).json()).toMatchObject({ code: 'reset_link_invalid' })
  })

  test('are removed by the link alone where they are disowned, with the recovery codes, and the owner is mailed', async () => {
    const { passkeys } = await prepare()
    const disowned = { passkeyIds: passkeys.map(({ id }) => id) }
    expect((await send('', { token, newPassword: NEW, disowned })).statusCode).toBe(200)
    expect(await factorsOf(owner.email)).toEqual(['totp'])
    expect(await shop.db('recovery_codes').where({ userId: owner.id })).toEqual([])
    const notices = await OutboxMessage.query(shop.db).whereRaw(`payload ->> 'event' = 'passkey_removed'`)
    expect(notices).toHaveLength(1)
    token = await getToken(owner.email)
    await send('', { token, newPassword: 'another-new-secret', disowned: { totp: true } })
    expect(await loginWith('another-new-secret')).toBe(200)
  })

  test.each(['isStaff', 'isAdmin'])(
    'of an account with %s are removed by another admin alone',
    async (right) => {
      const { passkeys, isRemovable } = await prepare({ [right]: true })
      expect(isRemovable).toBe(false)
      const disowned = { passkeyIds: passkeys.map(({ id }) => id) }
      const refused = await send('', { token, newPassword: NEW, disowned })
      expect([refused.statusCode, await factorsOf(owner.email)]).toEqual([403, ['passkey', 'totp']])
      expect((await send('', { token, newPassword: NEW })).statusCode).toBe(200)
    },
  )

  test('of somebody else are not removed, and then nothing is changed', async () => {
    await prepare()
    const foreign = await Passkey.query(shop.db).findOne({ userId: owner.id }).throwIfNotFound()
    const other = await insertUser(shop.db)
    const stolen = await issueResetToken(shop.db, shop.env, {
      userId: other.id,
      messageId: crypto.randomUUID(),
    })
    const disowned = { passkeyIds: [foreign.id] }
    const refused = await send('', { token: stolen, newPassword: NEW, disowned })
    expect([refused.statusCode, await factorsOf(owner.email)]).toEqual([404, ['passkey', 'totp']])
    expect((await send('', { token: stolen, newPassword: NEW })).statusCode).toBe(200)
  })
})
