/** One's own second factors, and the proof that some calls ask for. */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Passkey as PasskeyModel } from '../../../db/models/passkey.ts'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import {
  AddedFactor,
  AddedPasskey,
  AddPasskeyBody,
  ConfirmTotpBody,
  Passkey,
  PasskeyCreation,
  PasskeyNameBody,
  PasskeyRequest,
  ProofBody,
  RecoveryCodes,
  SecondFactorStatus,
  TotpSetup,
} from '../../contract/second-factor.ts'
import { Forbidden, WrongPassword } from '../../errors.ts'
import { readCaller } from '../../http/caller.ts'
import { hashToken } from '../../http/token-hash.ts'
import { getUser, isFactorRequired } from '../../plugins/guards.ts'
import { verifyPassword } from '../auth/passwords.ts'
import { proveSession } from '../auth/session-store.ts'
import { checkFactor, wrongCode } from './check.ts'
import { addFactor, assertMayAddFactor, removeFactor, renewRecoveryCodes } from './factors.ts'
import {
  addPasskey,
  listPasskeys,
  offerCreation,
  offerRequest,
  renamePasskey,
  toWirePasskey,
} from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { beginTotp, confirmTotp, findTotp, removeTotp } from './totp.ts'

/** Staff and admins who have no factor yet may call these, because they need one. */
const OPEN = { access: 'customer', isOpenWithoutFactor: true } as const
const CHANGE = { ...OPEN, proof: 'all' } as const

const ownerOf = (request: FastifyRequest) => ({
  ...readCaller(request),
  id: getUser(request).id,
  sessionId: request.session.sessionId,
})

/** What binds a challenge to the session. */
const hashSession = ({ session }: FastifyRequest) => hashToken(session.sessionId)

export function factorRoutes(app: App, services: Services): void {
  const { db, env } = services

  app.get(
    '/user/second-factor',
    {
      config: OPEN,
      schema: {
        operationId: 'getSecondFactors',
        summary: 'Your second factors, and whether a proof is needed',
        description: 'Passkeys, authenticator app and the number of recovery codes that are left.',
        response: { 200: SecondFactorStatus },
      },
    },
    async (request) => {
      const user = getUser(request)
      const totp = await findTotp(db, user.id)
      const recoveryCodesLeft = await countRecoveryCodes(db, user.id)
      const recovery = recoveryCodesLeft > 0 ? ['recovery_code' as const] : []
      return {
        isRequired: isFactorRequired(env, user),
        factors: user.factors,
        passkeys: (await listPasskeys(db, user.id)).map(toWirePasskey),
        totp: totp?.confirmedAt ? { confirmedAt: totp.confirmedAt.toISOString() } : null,
        recoveryCodesLeft,
        isProved: request.session.isProved === true,
        proofs: user.factors.length > 0 ? [...user.factors, ...recovery] : ['password' as const],
      }
    },
  )

  app.post(
    '/user/proof/options',
    {
      config: OPEN,
      schema: {
        operationId: 'startProof',
        summary: 'What a passkey is to sign as a proof',
        description: 'Options for navigator.credentials.get().',
        response: { 200: PasskeyRequest },
      },
    },
    (request) => offerRequest(db, env, hashSession(request), getUser(request).id),
  )

  app.post(
    '/user/proof',
    {
      config: OPEN,
      schema: {
        operationId: 'proveIdentity',
        summary: 'Show again who you are',
        description: 'By a factor, or by the password while the account has none. It counts for 10 minutes.',
        body: ProofBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const user = getUser(request)
      const { body, session } = request
      if (body.method !== 'password') {
        await checkFactor(services, user, body, {
          caller: readCaller(request),
          boundTo: hashSession(request),
        })
      } else if (user.factors.length > 0) {
        throw new Forbidden('proof_needed', 'Please confirm with your second factor')
      } else if (!(await verifyPassword(user.passwordHash, body.currentPassword))) {
        throw new WrongPassword('Your current password is not correct')
      }
      if (session.rowId !== undefined) await proveSession(db, session.rowId)
      return reply.status(204).send(null)
    },
  )

  app.post(
    '/user/passkeys/options',
    {
      config: CHANGE,
      schema: {
        operationId: 'startPasskey',
        summary: 'What a browser needs to make a passkey',
        description: 'Options for navigator.credentials.create().',
        response: { 200: PasskeyCreation },
      },
    },
    (request) => {
      const user = getUser(request)
      assertMayAddFactor(user)
      return offerCreation(db, env, user, hashSession(request))
    },
  )

  app.post(
    '/user/passkeys',
    {
      config: CHANGE,
      schema: {
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: 'The first factor of an account ends its other sessions and comes with recovery codes.',
        body: AddPasskeyBody,
        response: { 201: AddedPasskey },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const passkey = { ...request.body, userId: owner.id, boundTo: hashSession(request) }
      const { added, recoveryCodes } = await addFactor(services, owner, 'passkey_added', (trx) =>
        addPasskey(trx, env, passkey),
      )
      return reply.status(201).send({ passkey: toWirePasskey(added), recoveryCodes })
    },
  )

  app.patch(
    '/user/passkeys/:id',
    {
      config: CHANGE,
      schema: {
        operationId: 'renamePasskey',
        summary: 'Rename a passkey',
        description: 'The name is for its owner alone.',
        params: IdParams,
        body: PasskeyNameBody,
        response: { 200: Passkey },
      },
    },
    async (request) =>
      toWirePasskey(await renamePasskey(db, getUser(request).id, request.params.id, request.body.name)),
  )

  app.delete(
    '/user/passkeys/:id',
    {
      config: CHANGE,
      schema: {
        operationId: 'deletePasskey',
        summary: 'Remove a passkey',
        description: 'Recovery codes go with the last factor.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const which = { id: request.params.id, userId: owner.id }
      await removeFactor(services, owner, 'passkey_removed', (trx) =>
        PasskeyModel.query(trx).where(which).delete(),
      )
      return reply.status(204).send(null)
    },
  )

  app.post(
    '/user/totp',
    {
      config: CHANGE,
      schema: {
        operationId: 'startTotp',
        summary: 'Make a secret for an authenticator app',
        description: 'It counts once a code of it has confirmed it.',
        response: { 201: TotpSetup },
      },
    },
    async (request, reply) => {
      const user = getUser(request)
      assertMayAddFactor(user)
      return reply.status(201).send(await beginTotp(db, env, user))
    },
  )

  app.post(
    '/user/totp/confirm',
    {
      config: CHANGE,
      schema: {
        operationId: 'confirmTotp',
        summary: 'Confirm the authenticator app by a code of it',
        description: 'The first factor of an account ends its other sessions and comes with recovery codes.',
        body: ConfirmTotpBody,
        response: { 200: AddedFactor },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const { recoveryCodes } = await addFactor(services, owner, 'authenticator_added', async (trx) => {
        if (!(await confirmTotp(trx, env, owner.id, request.body.code))) throw wrongCode()
      })
      return { recoveryCodes }
    },
  )

  app.delete(
    '/user/totp',
    {
      config: CHANGE,
      schema: {
        operationId: 'deleteTotp',
        summary: 'Remove the authenticator app',
        description: 'Recovery codes go with the last factor.',
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      await removeFactor(services, owner, 'authenticator_removed', (trx) => removeTotp(trx, owner.id))
      return reply.status(204).send(null)
    },
  )

  app.post(
    '/user/recovery-codes',
    {
      config: CHANGE,
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Make new recovery codes; the ones before end',
        description: 'Ten, each for one use, shown this once.',
        response: { 201: RecoveryCodes },
      },
    },
    async (request, reply) =>
      reply.status(201).send({ recoveryCodes: await renewRecoveryCodes(services, ownerOf(request)) }),
  )
}
