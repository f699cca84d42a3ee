import * as z from 'zod'
import { User as UserModel } from '../../../db/models/user.ts'
import type { App, Services } from '../../app-type.ts'
import { LoginBody, RegisterBody, SessionLoginBody, User } from '../../contract/auth.ts'
import { DomainError, SignedOut } from '../../errors.ts'
import { getUser } from '../../plugins/guards.ts'
import { markPendingSignIn, signOut } from '../../plugins/session.ts'
import { recordSignIn } from '../audit/record.ts'
import { assertEnabled, authenticate, registerAccount, toWireUser } from './account.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { redeemSignInToken } from './sign-in-token.ts'

export function authRoutes(app: App, services: Services): void {
  const { env, db } = services
  app.get(
    '/auth/me',
    {
      config: { access: 'customer', isOpenWithoutFactor: true },
      schema: {
        operationId: 'getCurrentUser',
        summary: 'The signed-in user',
        description: 'With the rights and kinds of second factor of the account.',
        response: { 200: User },
      },
    },
    (request) => toWireUser(getUser(request)),
  )

  app.post(
    '/auth/login',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Sets the session’s cookie. An account with a second factor is asked for it by another call.',
        body: LoginBody,
        response: { 200: User },
      },
    },
    async (request, reply) => {
      const user = await authenticate(services, request.body, request.ip)
      if (user.factors.length > 0) {
        markPendingSignIn(reply, env, user)
        throw new DomainError(401, 'second_factor_needed', 'Please confirm with your second factor', {
          factors: user.factors,
        })
      }
      await completeSignIn(services, { request, reply }, user, 'password')
      return toWireUser(user)
    },
  )

  app.post(
    '/auth/logout',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends the session and clears its cookies; also 204 where nobody was signed in.',
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { userId } = request.session
      if (userId !== undefined) await recordSignIn(db, 'signed_out', { userId, ipAddress: request.ip })
      await signOut(request, reply, env)
      return reply.status(204).send(null)
    },
  )

  app.post(
    '/auth/register',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'registerUser',
        summary: 'Make an account and sign in',
        description: 'Never an admin or staff. The address gets a mail with a link that confirms it.',
        body: RegisterBody,
        response: { 201: User },
      },
    },
    async (request, reply) => {
      const user = await registerAccount(services, request.body)
      await completeSignIn(services, { request, reply }, user, 'password')
      return reply.status(201).send(toWireUser(user))
    },
  )

  app.post(
    '/auth/session-login',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'signInAfterPurchase',
        summary: 'Trade the sessionId of verify-payment for a session',
        description: 'Once, for 10 minutes, and only in the browser that placed the order.',
        body: SessionLoginBody,
        response: { 200: User },
      },
    },
    async (request, reply) => {
      const userId = await redeemSignInToken(db, request.body.sessionId)
      const user = await UserModel.query(db).findById(userId).throwIfNotFound()
      assertEnabled(user)
      if (user.factors.length > 0) throw new SignedOut()
      await completeSignIn(services, { request, reply }, user, 'token')
      return toWireUser(user)
    },
  )
}
