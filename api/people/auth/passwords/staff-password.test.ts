import { beforeEach, describe, expect, test } from 'vitest'
import { brand } from '#api/content/content.ts'
import { issueResetToken } from '#api/people/auth/mailed-links/mailed-token.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { User } from '#db/models/people/user.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { insertUser } from '#db/testing/builders.ts'
import { findStaffPasswordFault } from './staff-password.ts'

const shop = openTestApp()
const SHORT = 'Staff and admin passwords must have at least 12 characters'
const PERSONAL = 'Staff and admin passwords must not contain a name, email or company'
const STRONG = 'a-fine-secret'

const login = (email: string, password: string) =>
  new Visitor(shop).post('/api/auth/login', { email, password })

async function reset(userId: number, newPassword: string) {
  const token = await issueResetToken(shop.db, shop.env, { userId, messageId: crypto.randomUUID() })
  return new Visitor(shop).post('/api/auth/reset-password', { token, newPassword })
}

describe('a customer’s weak password does not open the areas of staff and admins', () => {
  test.each(['isStaff', 'isAdmin'])(
    'after the account was given a right (%s): it is changed first',
    async (right) => {
      const { browser: admin } = await signInAsAdmin(shop)
      const clara = await insertUser(shop.db, { passwordHash: await hashCheaply('sixsix') })
      expect((await login(clara.email, 'sixsix')).statusCode).toBe(200)
      expect((await admin.patch(`/api/admin/users/${clara.id}`, { [right]: true })).statusCode).toBe(200)

      const refused = await login(clara.email, 'sixsix')
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toMatchObject({
        code: 'password_too_weak',
        message: `${SHORT}. Use 'Forgot password?' to set a new one.`,
      })
      expect(refused.cookies).toEqual([])
      // A wrong password does not reveal that the right one is too weak.
      expect((await login(clara.email, 'a-guess')).json()).toMatchObject({ code: 'bad_credentials' })

      expect((await reset(clara.id, 'sixsixsix')).json()).toMatchObject({
        issues: [{ path: 'newPassword', message: SHORT }],
      })
      expect((await reset(clara.id, STRONG)).statusCode).toBe(200)
      expect((await login(clara.email, STRONG)).statusCode).toBe(200)
    },
  )

  test('and cannot be set: neither by themselves, nor by who makes the account', async () => {
    const { browser: admin } = await signInAsAdmin(shop)
    const sam = await insertUser(shop.db, { isStaff: true, passwordHash: await hashCheaply(STRONG) })
    for (const [newPassword, message] of [
      ['elevenchars', SHORT],
      ['my-Whit.field-secret', PERSONAL],
    ]) {
      const browser = await openSession(shop, sam.id)
      const changed = await browser.put('/api/user/password', { currentPassword: STRONG, newPassword })
      expect(changed.json()).toMatchObject({ issues: [{ path: 'newPassword', message }] })
      const made = await admin.post('/api/admin/users', {
        firstName: 'Noor',
        lastName: 'Whitfield',
        email: 'noor@shop.example',
        password: newPassword,
        isAdmin: true,
      })
      expect(made.json()).toMatchObject({ issues: [{ path: 'password', message }] })
    }
    expect((await login(sam.email, STRONG)).statusCode).toBe(200)
    expect(await User.query(shop.db).findOne({ email: 'noor@shop.example' })).toBeUndefined()
  })

  test('while customers keep what they were promised: six characters', async () => {
    const clara = await insertUser(shop.db, { passwordHash: await hashCheaply('sixsix') })
    expect((await reset(clara.id, 'Clara1')).statusCode).toBe(200)
    expect((await login(clara.email, 'Clara1')).statusCode).toBe(200)
  })
})

describe('the password of staff and admins', () => {
  const owner = {
    firstName: 'Al',
    lastName: 'Núñez-Okafor',
    email: 'al.sunday@shop.example',
    company: 'The Harbor Trade',
    isStaff: true,
  }

  test.each([
    'nunca-Okafor-1234',
    'N-ú-ñ-e-z--o-k-a-f-o-r',
    'every-SUNDAY-again',
    'al_sunday_2026',
    'harbor lights at night',
    `${brand.name}-2026`,
    'S t a c k h a v e n !',
  ])('has no personal word in it: %s', (password) => {
    expect(findStaffPasswordFault(shop.env, password, owner)).toBe(PERSONAL)
  })

  test.each(['the whale also sings', 'correct horse battery', 'x7#kPq92mLzz'])(
    'may be anything else of twelve characters: %s',
    (password) => {
      expect(findStaffPasswordFault(shop.env, password, owner)).toBeUndefined()
    },
  )
})

describe('the accounts of the demo', () => {
  beforeEach(async () => {
    for (const [role, { email, password }] of Object.entries(DEMO_ACCOUNTS)) {
      const rights = { isAdmin: role === 'admin', isStaff: role === 'staff' }
      await insertUser(shop.db, { email, passwordHash: await hashCheaply(password), ...rights })
    }
  })

  test('open with the passwords that are printed', async () => {
    for (const { email, password } of Object.values(DEMO_ACCOUNTS)) {
      expect((await login(email, password)).statusCode, email).toBe(200)
    }
  })

  test('are nobody’s in production: whoever registered with their address gets no weak password past the rule', () => {
    const { email, password } = DEMO_ACCOUNTS.admin
    const owner = { firstName: 'Al', lastName: 'Ray', email, isAdmin: true }
    expect(findStaffPasswordFault({ isProduction: false }, password, owner)).toBeUndefined()
    expect(findStaffPasswordFault({ isProduction: true }, password, owner)).toBe(SHORT)
  })
})
