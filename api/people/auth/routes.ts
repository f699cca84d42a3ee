import { LoginBody, RegisterBody, SessionLoginBody, SignOutQuery, User } from '#api/contract/people/auth.ts'
import { FrameHeaders } from '#api/contract/sales/widget.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { recordSignIn } from '#api/platform/audit/record.ts'
import { DomainError, SignedOut } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { HOUR_MS, MINUTE_MS, PASSWORD_LIMITS, SIGN_IN_LIMIT } from '#api/platform/http/limits.ts'
import { readBrowserHash } from '#api/platform/plugins/browser.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import { fingerprintSession, markPendingSignIn, signOut } from '#api/platform/plugins/session.ts'
import { User as UserModel } from '#db/models/people/user.ts'
import { assertEnabled, authenticate, registerAccount, toWireUser } from './account.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { redeemSignInToken } from './sessions/sign-in-token.ts'

export function authRoutes(app: App, services: Services): void {
  const { env, db } = services
  call(app, 'GET /auth/me', {
    access: 'customer',
    isOpenWithoutFactor: true,
    tag: 'Accounts',
    operationId: 'getCurrentUser',
    summary: 'The signed-in user',
    response: User,
    handler: (request) => toWireUser(getUser(request)),
  })

  call(app, 'POST /auth/login', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'signIn',
    summary: 'Sign in',
    description: 'Sets the session’s cookie.',
    limits: [
      {
        name: 'login',
        by: 'address',
        from: 'stranger',
        max: 50,
        windowMs: 15 * MINUTE_MS,
        counts: ['bad_credentials'],
      },
      ...PASSWORD_LIMITS,
      SIGN_IN_LIMIT,
    ],
    refusals: {
      401: 'Invalid email or password (bad_credentials), or the right ones of an account with a second factor (second_factor_needed, with factors)',
      403: 'From another origin (bad_origin), a disabled account (account_disabled), or staff and admins whose password is too weak (password_too_weak)',
    },
    body: LoginBody,
    response: User,
    handler: async (request, reply) => {
      const user = await authenticate(services, request.body, request.ip)
      if (user.factors.length > 0) {
        markPendingSignIn(reply, env, user)
        throw new DomainError(401, 'second_factor_needed', 'Please confirm with your second factor', {
          factors: user.factors,
        })
      }
      return completeSignIn(services, { request, reply }, user, 'password')
    },
  })

  call(app, 'POST /auth/logout', {
    access: 'optional',
    isOpenWithoutFactor: true,
    tag: 'Accounts',
    operationId: 'signOut',
    summary: 'Sign out',
    description:
      'Also 204 where nobody was signed in. A session that is named, by the cookie `session_name`, ends only where it is the caller’s.',
    querystring: SignOutQuery,
    handler: async (request, reply) => {
      const { user, ip: ipAddress } = request
      const { session: named } = request.query
      if (named !== undefined && named !== fingerprintSession(request)) return
      if (user) await recordSignIn(db, 'signed_out', { userId: user.id, ipAddress })
      await signOut(request, reply, env)
    },
  })

  call(app, 'POST /auth/register', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'registerUser',
    summary: 'Create an account and sign in',
    description: 'The address gets a mail with a link that confirms it.',
    limits: [
      { name: 'register', by: 'account', max: 5, windowMs: 15 * MINUTE_MS },
      { name: 'register', by: 'address', max: 20, windowMs: HOUR_MS },
    ],
    refusals: {
      400: 'Invalid input, or a password that is too common',
      409: 'The e-mail has an account (email_taken)',
    },
    body: RegisterBody,
    status: 201,
    repeat: { takesNoKey: 'an address has one account' },
    response: User,
    handler: async (request, reply) => {
      const user = await registerAccount(services, request.body)
      return completeSignIn(services, { request, reply }, user, 'password')
    },
  })

  call(app, 'POST /auth/session-login', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'signInAfterPurchase',
    summary: 'Exchange the sessionId of verify-payment for a session',
    description: 'Once, for 10 minutes, and only in the browser that placed the order.',
    limits: [
      { name: 'session-login', by: 'address', max: 20, windowMs: 10 * MINUTE_MS, counts: ['signed_out'] },
    ],
    refusals: { 401: 'The sessionId is unknown, used, expired or of another browser' },
    headers: FrameHeaders,
    body: SessionLoginBody,
    response: User,
    handler: async (request, reply) => {
      const userId = await redeemSignInToken(db, request.body.sessionId, readBrowserHash(request))
      const user = await UserModel.query(db).findById(userId).throwIfNotFound()
      assertEnabled(user)
      if (user.factors.length > 0) throw new SignedOut()
      return completeSignIn(services, { request, reply }, user, 'token')
    },
  })
}
