/** Second factors of the signed-in user, and the proof of identity that some calls need. */
import type { FastifyRequest } from 'fastify'
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
} from '#api/contract/people/second-factor.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import { verifyPassword } from '#api/people/auth/passwords/passwords.ts'
import { proveSession } from '#api/people/auth/sessions/session-store.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { Forbidden, WrongPassword } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { readCaller } from '#api/platform/http/caller.ts'
import {
  FACTOR_LIMITS,
  HOUR_MS,
  type Limit,
  PASSKEY_OPTIONS_LIMIT,
  PASSWORD_LIMITS,
} from '#api/platform/http/limits.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import { getActor, getUser, isFactorRequired } from '#api/platform/plugins/guards.ts'
import { rememberDevice } from '#api/platform/plugins/session.ts'
import { Passkey as PasskeyModel } from '#db/models/people/second-factor.ts'
import { checkFactor, FACTOR_REFUSED, wrongCode } from './check-factor.ts'
import {
  addFactor,
  assertMayAddFactor,
  describeFactors,
  removeFactor,
  renewRecoveryCodes,
} from './factors.ts'
import { addPasskey, offerCreation, offerRequest, renamePasskey, toWirePasskey } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { beginTotp, confirmTotp, removeTotp } from './totp.ts'

/** Also for staff and admins without a factor, so that they can set up the one they need. */
const OPEN = { access: 'customer', isOpenWithoutFactor: true, tag: 'Accounts' } as const
const CHANGE = { ...OPEN, proof: 'all' } as const
/** Every change adds to the audit log, which is never deleted. */
const CHANGE_LIMITS: readonly Limit[] = [{ name: 'factor-change', by: 'user', max: 30, windowMs: HOUR_MS }]
const UNVERIFIED = 'The address of the account is not confirmed (email_unverified)'
const LAST_FACTOR = 'Staff and admins in production keep one (last_second_factor)'

const hashSession = ({ session }: FastifyRequest) => hashToken(session.sessionId)

export function factorRoutes(app: App, services: Services): void {
  const { db, env } = services

  call(app, 'GET /user/second-factor', {
    ...OPEN,
    operationId: 'getSecondFactors',
    summary: 'Your second factors, and whether a proof is needed',
    response: SecondFactorStatus,
    handler: async (request) => {
      const user = getUser(request)
      const recoveryCodesLeft = await countRecoveryCodes(db, user.id)
      const recovery = recoveryCodesLeft > 0 ? ['recovery_code' as const] : []
      return {
        isRequired: isFactorRequired(env, user),
        factors: user.factors,
        ...(await describeFactors(db, user.id)),
        recoveryCodesLeft,
        isProved: request.currentSession?.isProved === true,
        proofs: user.factors.length > 0 ? [...user.factors, ...recovery] : ['password' as const],
      }
    },
  })

  call(app, 'POST /user/proof/options', {
    ...OPEN,
    operationId: 'startProof',
    summary: 'What a passkey is to sign as a proof',
    description: 'Options for navigator.credentials.get().',
    limits: [{ ...PASSKEY_OPTIONS_LIMIT, by: 'user' }],
    response: PasskeyRequest,
    handler: (request) => offerRequest(db, env, hashSession(request), getUser(request).id),
  })

  call(app, 'POST /user/proof', {
    ...OPEN,
    operationId: 'proveIdentity',
    summary: 'Prove your identity again',
    description: 'By a factor, or by the password while the account has none. It counts for 10 minutes.',
    limits: [...PASSWORD_LIMITS, ...FACTOR_LIMITS],
    refusals: {
      400: `Invalid input, ${FACTOR_REFUSED}, or a wrong password (wrong_password)`,
      403: 'From another origin (bad_origin), or a password for an account with a second factor (proof_needed)',
    },
    body: ProofBody,
    handler: async (request) => {
      const user = getUser(request)
      const { body, currentSession } = request
      if (body.method !== 'password') {
        const from = { caller: readCaller(request), boundTo: hashSession(request) }
        await checkFactor(services, user, body, from)
      } else if (user.factors.length > 0) {
        throw new Forbidden('proof_needed', 'Please confirm with your second factor')
      } else if (!(await verifyPassword(user.passwordHash, body.currentPassword))) {
        throw new WrongPassword('Your current password is not correct')
      }
      if (currentSession) await proveSession(db, currentSession.id)
    },
  })

  call(app, 'POST /user/passkeys/options', {
    ...CHANGE,
    operationId: 'startPasskey',
    summary: 'What a browser needs to make a passkey',
    description: 'Options for navigator.credentials.create().',
    limits: [{ ...PASSKEY_OPTIONS_LIMIT, by: 'user' }],
    refusals: { 409: UNVERIFIED },
    response: PasskeyCreation,
    handler: (request) => {
      const user = getUser(request)
      assertMayAddFactor(user)
      return offerCreation(db, env, user, hashSession(request))
    },
  })

  call(app, 'POST /user/passkeys', {
    ...CHANGE,
    operationId: 'addPasskey',
    summary: 'Add a passkey',
    description: 'The first factor of an account ends its other sessions and comes with recovery codes.',
    limits: CHANGE_LIMITS,
    refusals: {
      400: 'Invalid input, or a passkey that does not fit (passkey_refused)',
      409: `The account has enough passkeys (too_many_passkeys). ${UNVERIFIED}`,
    },
    body: AddPasskeyBody,
    status: 201,
    repeat: { takesNoKey: 'a challenge is used once' },
    response: AddedPasskey,
    handler: async (request, reply) => {
      const owner = getActor(request)
      const passkey = { ...request.body, userId: owner.id, boundTo: hashSession(request) }
      const { added, recoveryCodes, user } = await addFactor(services, owner, 'passkey_added', (trx) =>
        addPasskey(trx, env, passkey),
      )
      rememberDevice(request, reply, env, user)
      return { passkey: toWirePasskey(added), recoveryCodes }
    },
  })

  call(app, 'PATCH /user/passkeys/:id', {
    ...CHANGE,
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    limits: CHANGE_LIMITS,
    params: IdParams,
    body: PasskeyNameBody,
    response: Passkey,
    handler: async (request) =>
      toWirePasskey(await renamePasskey(db, getActor(request), request.params.id, request.body.name)),
  })

  call(app, 'DELETE /user/passkeys/:id', {
    ...CHANGE,
    operationId: 'deletePasskey',
    summary: 'Remove a passkey',
    description: 'Recovery codes go with the last factor.',
    limits: CHANGE_LIMITS,
    refusals: { 409: LAST_FACTOR },
    params: IdParams,
    handler: async (request) => {
      const owner = getActor(request)
      const which = { id: request.params.id, userId: owner.id }
      await removeFactor(services, owner, 'passkey_removed', (trx) =>
        PasskeyModel.query(trx).where(which).delete(),
      )
    },
  })

  call(app, 'POST /user/totp', {
    ...CHANGE,
    operationId: 'startTotp',
    summary: 'Make a secret for an authenticator app',
    description: 'It counts once a code of it has confirmed it.',
    limits: CHANGE_LIMITS,
    refusals: { 409: UNVERIFIED },
    status: 201,
    repeat: { takesNoKey: 'a new secret replaces the one before' },
    response: TotpSetup,
    handler: async (request) => {
      const user = getUser(request)
      assertMayAddFactor(user)
      return await db.transaction(async (trx) => {
        await getActor(request).holdRight(trx)
        return beginTotp(trx, env, user)
      })
    },
  })

  call(app, 'POST /user/totp/confirm', {
    ...CHANGE,
    operationId: 'confirmTotp',
    summary: 'Confirm the authenticator app by a code of it',
    description: 'The first factor of an account ends its other sessions and comes with recovery codes.',
    limits: CHANGE_LIMITS,
    refusals: {
      400: 'Invalid input, or a code of another secret (wrong_code)',
      409: UNVERIFIED,
    },
    body: ConfirmTotpBody,
    response: AddedFactor,
    handler: async (request, reply) => {
      const owner = getActor(request)
      const { recoveryCodes, user } = await addFactor(services, owner, 'authenticator_added', async (trx) => {
        if (!(await confirmTotp(trx, env, owner.id, request.body.code))) throw wrongCode()
      })
      rememberDevice(request, reply, env, user)
      return { recoveryCodes }
    },
  })

  call(app, 'DELETE /user/totp', {
    ...CHANGE,
    operationId: 'deleteTotp',
    summary: 'Remove the authenticator app',
    description: 'Recovery codes go with the last factor.',
    limits: CHANGE_LIMITS,
    refusals: { 404: 'There is none', 409: LAST_FACTOR },
    handler: async (request) => {
      const owner = getActor(request)
      await removeFactor(services, owner, 'authenticator_removed', (trx) => removeTotp(trx, owner.id))
    },
  })

  call(app, 'POST /user/recovery-codes', {
    ...CHANGE,
    operationId: 'renewRecoveryCodes',
    summary: 'Create new recovery codes; the old ones stop working',
    description: 'Ten, each for one use, shown this once.',
    limits: CHANGE_LIMITS,
    refusals: { 409: 'The account has no second factor (no_second_factor)' },
    status: 201,
    repeat: { takesNoKey: 'new codes replace the ones before' },
    response: RecoveryCodes,
    handler: async (request) => ({ recoveryCodes: await renewRecoveryCodes(services, getActor(request)) }),
  })
}
