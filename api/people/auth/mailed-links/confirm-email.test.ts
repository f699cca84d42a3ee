import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { buyerForm, signIn } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { statusOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { EmailConfirmation } from '#db/models/people/session.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertUser } from '#db/testing/builders.ts'

const PASSWORD = 'a-fine-secret'

const shop = openTestApp()

const insertOwner = async (fields: Partial<User> = {}) =>
  insertUser(shop.db, { email: 'owner@example.com', passwordHash: await hashCheaply(PASSWORD), ...fields })

/** Sends the waiting mails. @returns those to the address, newest last */
async function receive(toEmail: string): Promise<Email[]> {
  await shop.finishJobs()
  const sent = await OutboxMessage.query(shop.db).where({ toEmail, state: 'sent' }).orderBy('id')
  return Promise.all(
    sent.map(async ({ messageId }) =>
      PostalMime.parse(await readFile(join(shop.mailDir, `${messageId}.eml`))),
    ),
  )
}

async function receiveToken(to: string): Promise<string> {
  const mails = await receive(to)
  return /confirm-email#token=([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? 'no link'
}

const confirm = (browser: Visitor, token: string) => browser.post('/api/auth/confirm-email', { token })
const findUser = (id: number) => User.query(shop.db).findById(id).throwIfNotFound()

describe('a new account', () => {
  test('is not verified, gets one link without its name, and is verified by it once', async () => {
    const browser = new Visitor(shop)
    const form = buyerForm({ email: 'grace@example.com', firstName: 'Win at evil.example' })
    const { id, isEmailVerified } = (await browser.post('/api/auth/register', form)).json()
    expect(isEmailVerified).toBe(false)
    const token = await receiveToken('grace@example.com')
    const [mail] = await receive('grace@example.com')
    expect(`${mail?.html}${mail?.text}${mail?.to?.[0]?.name}`).not.toContain('evil.example')
    expect(JSON.stringify(await EmailConfirmation.query(shop.db))).not.toContain(token)
    expect((await confirm(browser, token)).json()).toMatchObject({ id, isEmailVerified: true })
    expect((await confirm(browser, token)).json()).toMatchObject({ code: 'confirm_link_invalid' })
  })

  test('is sent the link again, and the newer one replaces the older', async () => {
    const { id } = await insertOwner({ emailVerifiedAt: null })
    const browser = await openSession(shop, id)
    const ask = () => browser.post('/api/auth/confirm-link')
    expect([(await ask()).statusCode, (await ask()).json()]).toEqual([202, { email: 'owner@example.com' }])
    const [mail] = await receive('owner@example.com')
    expect(mail?.subject).toMatch(/^Confirm your email address/)
    const first = await receiveToken('owner@example.com')
    await ask()
    const second = await receiveToken('owner@example.com')
    expect((await confirm(browser, first)).statusCode).toBe(400)
    expect((await confirm(browser, second)).statusCode).toBe(200)
    await ask()
    expect(await OutboxMessage.query(shop.db).where({ kind: 'confirm_email' }).resultSize()).toBe(3)
  })

  test('of a stranger is not verified by a victim who follows the link, signed out or to an account of their own', async () => {
    const stranger = await insertOwner({ emailVerifiedAt: null })
    await (await openSession(shop, stranger.id)).post('/api/auth/confirm-link')
    const token = await receiveToken('owner@example.com')
    expect((await confirm(new Visitor(shop), token)).statusCode).toBe(401)
    const victim = await openSession(shop, (await insertUser(shop.db)).id)
    expect((await confirm(victim, token)).json()).toMatchObject({ code: 'confirm_link_invalid' })
    expect(await findUser(stranger.id)).toMatchObject({ emailVerifiedAt: null })
  })

  test('is not verified by a link that has expired', async () => {
    const { id } = await insertOwner({ emailVerifiedAt: null })
    const browser = await openSession(shop, id)
    await browser.post('/api/auth/confirm-link')
    const token = await receiveToken('owner@example.com')
    await EmailConfirmation.query(shop.db).patch({ expiresAt: new Date(Date.now() - 1_000) })
    expect((await confirm(browser, token)).statusCode).toBe(400)
  })

  test('is verified by the link that sets a password, which ends a stranger’s sessions', async () => {
    const { id } = await insertOwner({ emailVerifiedAt: null })
    const stranger = await openSession(shop, id)
    await new Visitor(shop).post('/api/auth/forgot-password', { email: 'owner@example.com' })
    const [mail] = await receive('owner@example.com')
    const [, token] = /reset-password#token=([\w-]{43})/.exec(mail?.text ?? '') ?? []
    await new Visitor(shop).post('/api/auth/reset-password', { token, newPassword: 'the-owners-own' })
    expect(await findUser(id)).toMatchObject({ emailVerifiedAt: expect.any(Date) })
    expect(await statusOf(stranger)).toBe(401)
  })
})

describe('another address', () => {
  async function askToChange(browser: Visitor, user: User, email = 'new@example.com') {
    const change = { ...pickBuyer(user), email, currentPassword: PASSWORD }
    const response = await browser.put('/api/user/profile', change)
    expect(response.json()).toMatchObject({ email: user.email })
  }

  test('counts when its link is confirmed; both mailboxes hear of it, and other sessions end', async () => {
    const owner = await insertOwner()
    const [here, other] = [await openSession(shop, owner.id), await openSession(shop, owner.id)]
    await new Visitor(shop).post('/api/auth/forgot-password', { email: 'owner@example.com' })
    const [reset] = await receive('owner@example.com')
    await askToChange(here, owner)
    expect(await findUser(owner.id)).toMatchObject({ email: 'owner@example.com' })
    const token = await receiveToken('new@example.com')
    const notice = (await receive('owner@example.com')).at(-1)
    expect(notice?.subject).toMatch(/^Someone asked to change the address of your/)
    expect(notice?.text).not.toContain('new@example.com')
    expect((await confirm(here, token)).json()).toMatchObject({
      email: 'new@example.com',
      isEmailVerified: true,
    })
    expect([await statusOf(here), await statusOf(other)]).toEqual([200, 401])
    await signIn(shop, 'new@example.com', PASSWORD)
    const [, oldLink] = /reset-password#token=([\w-]{43})/.exec(reset?.text ?? '') ?? []
    const response = await new Visitor(shop).post('/api/auth/reset-password', {
      token: oldLink,
      newPassword: 'who-reads-the-old-mailbox',
    })
    expect(response.json()).toMatchObject({ code: 'reset_link_invalid' })
  })

  test('that a thief asked for is not confirmed after the owner has set a new password', async () => {
    const owner = await insertOwner()
    const thief = await openSession(shop, owner.id)
    await askToChange(thief, owner, 'thief@example.com')
    const token = await receiveToken('thief@example.com')
    const own = await openSession(shop, owner.id)
    await own.put('/api/user/password', { currentPassword: PASSWORD, newPassword: 'another-secret' })
    expect((await confirm(thief, token)).statusCode).toBe(401)
    expect((await confirm(own, token)).statusCode).toBe(400)
    expect(await findUser(owner.id)).toMatchObject({ email: 'owner@example.com' })
  })

  test('that another account has got meanwhile is refused', async () => {
    const owner = await insertOwner()
    const here = await openSession(shop, owner.id)
    await askToChange(here, owner)
    const token = await receiveToken('new@example.com')
    await insertUser(shop.db, { email: 'New@example.com' })
    expect((await confirm(here, token)).json()).toMatchObject({ code: 'email_taken' })
  })
})
