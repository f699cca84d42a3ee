import type { FastifyRequest } from 'fastify'
import { User } from '#api/contract/people/auth.ts'
import { PasskeyRequest, PasskeySignInBody, SecondFactorBody } from '#api/contract/people/second-factor.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import { assertEnabled } from '#api/people/auth/account.ts'
import { completeSignIn } from '#api/people/auth/complete-sign-in.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { recordSignIn } from '#api/platform/audit/record.ts'
import { DomainError } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { readCaller } from '#api/platform/http/caller.ts'
import {
  FACTOR_LIMITS,
  HOUR_MS,
  MINUTE_MS,
  PASSKEY_OPTIONS_LIMIT,
  SIGN_IN_LIMIT,
  SUCCESS,
} from '#api/platform/http/limits.ts'
import { findPendingSignIn, isSamePassword, PENDING_COOKIE } from '#api/platform/http/pending-sign-in.ts'
import { markBrowser } from '#api/platform/plugins/browser.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import { User as UserModel } from '#db/models/people/user.ts'
import { checkFactor, FACTOR_REFUSED } from './check-factor.ts'
import { resetFactors } from './factors.ts'
import { acceptPasskey, findPasskey, offerRequest, passkeyRefused } from './passkeys.ts'

const NOTHING_PENDING = 'No password was given within the last minutes (second_factor_expired)'
/** `PENDING_COOKIE` as the OpenAPI document names it. */
const AFTER_PASSWORD = [{ passwordGiven: [] }]

export function factorSignInRoutes(app: App, services: Services): void {
  const { db, env } = services

  /** @returns the user who has just given the password. @throws DomainError second_factor_expired; Forbidden account_disabled */
  async function getPendingUser(request: FastifyRequest): Promise<UserModel> {
    const pending = findPendingSignIn(env, request.cookies[PENDING_COOKIE])
    const user = pending && (await UserModel.query(db).findById(pending.userId))
    if (!user || !isSamePassword(pending, user)) {
      throw new DomainError(401, 'second_factor_expired', 'Please enter your password again')
    }
    assertEnabled(user)
    return user
  }

  call(app, 'POST /auth/second-factor/options', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'startSecondFactor',
    security: AFTER_PASSWORD,
    summary: 'What a passkey is to sign after the password',
    description:
      'Options for navigator.credentials.get(), for whoever gave the right password within the last 10 minutes.',
    limits: [PASSKEY_OPTIONS_LIMIT],
    refusals: { 401: NOTHING_PENDING },
    response: PasskeyRequest,
    handler: async (request, reply) => {
      const { id } = await getPendingUser(request)
      return await offerRequest(db, env, markBrowser(request, reply, env), id)
    },
  })

  call(app, 'POST /auth/second-factor', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'signInWithSecondFactor',
    security: AFTER_PASSWORD,
    summary: 'Sign in by the second factor, after the password',
    description: 'A passkey, a code of the app or a recovery code, within 10 minutes of the right password.',
    limits: [...FACTOR_LIMITS, SIGN_IN_LIMIT],
    refusals: {
      400: `Invalid input, or ${FACTOR_REFUSED}`,
      401: NOTHING_PENDING,
      403: 'From another origin (bad_origin), or a disabled account (account_disabled)',
    },
    body: SecondFactorBody,
    response: User,
    handler: async (request, reply) => {
      const user = await getPendingUser(request)
      const boundTo = markBrowser(request, reply, env)
      await checkFactor(services, user, request.body, { caller: readCaller(request), boundTo })
      return completeSignIn(services, { request, reply }, user, 'second_factor')
    },
  })

  call(app, 'POST /auth/passkey/options', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'startPasskeySignIn',
    summary: 'What a passkey is to sign in place of a password',
    description: 'Options for navigator.credentials.get(), for any passkey of the shop.',
    limits: [PASSKEY_OPTIONS_LIMIT],
    response: PasskeyRequest,
    handler: (request, reply) => offerRequest(db, env, markBrowser(request, reply, env)),
  })

  call(app, 'POST /auth/passkey', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey only',
    limits: [
      { name: 'passkey', by: 'address', max: 50, windowMs: 15 * MINUTE_MS, counts: ['passkey_refused'] },
      { name: 'passkey', by: 'address', max: 60, windowMs: HOUR_MS, counts: [SUCCESS] },
    ],
    refusals: {
      400: 'Invalid input, or a passkey that does not fit (passkey_refused)',
      403: 'From another origin (bad_origin), or a disabled account (account_disabled)',
    },
    body: PasskeySignInBody,
    response: User,
    handler: async (request, reply) => {
      const { response } = request.body
      const boundTo = markBrowser(request, reply, env)
      const passkey = await findPasskey(db, response)
      if (!passkey || !(await acceptPasskey(db, env, passkey, { response, boundTo, isAlone: true }))) {
        const userId = passkey?.userId ?? null
        await recordSignIn(db, 'sign_in_failed', { userId, ipAddress: request.ip })
        throw passkeyRefused()
      }
      const user = await UserModel.query(db).findById(passkey.userId).throwIfNotFound()
      assertEnabled(user)
      return completeSignIn(services, { request, reply }, user, 'second_factor')
    },
  })
}

export function factorAdminRoutes(app: App, services: Services): void {
  call(app, 'DELETE /admin/users/:id/second-factor', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'resetSecondFactor',
    summary: 'Take all second factors from a user who has lost them; signs the user out everywhere',
    description: 'The user is told by mail.',
    refusals: { 409: 'The own account (own_account)' },
    params: IdParams,
    handler: (request) => resetFactors(services, request.params.id, getActor(request)),
  })
}
