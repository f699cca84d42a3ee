/** Passkeys (WebAuthn). A passkey signs a challenge, which works once, and only for the browser or session that requested it. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { brand } from '#api/content/content.ts'
import {
  MOST_PASSKEYS,
  type NewCredential,
  PasskeyCreation,
  type PasskeyRequest,
  type SignedChallenge,
  Passkey as WirePasskey,
} from '#api/contract/people/second-factor.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { Conflict, DomainError, NotFound } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { refuse } from '#db/connection/unique-violation.ts'
import { Passkey, PasskeyChallenge } from '#db/models/people/second-factor.ts'
import type { User } from '#db/models/people/user.ts'

const CHALLENGE_BYTES = 32
const CHALLENGE_MINUTES = 5
/** COSE numbers of EdDSA, ES256 and RS256. The library's default adds ML-DSA, which is experimental in Node. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded at the first use of a passkey, because it takes 26 MB. */
const loadLibrary = () => import('@simplewebauthn/server')

type Site = Pick<Env, 'publicOrigin'>
const siteIdOf = ({ publicOrigin }: Site) => new URL(publicOrigin).hostname

export const passkeyRefused = () =>
  new DomainError(400, 'passkey_refused', 'This passkey was not accepted. Please try again.')

/** @param boundTo SHA-256 of the browser or session that may use the challenge */
async function createChallenge(db: Knex, boundTo: Buffer): Promise<Buffer<ArrayBuffer>> {
  const challenge = randomBytes(CHALLENGE_BYTES)
  const minutes = CHALLENGE_MINUTES
  await db.raw(
    `INSERT INTO passkey_challenges (challenge, bound_to, expires_at)
     VALUES (:challenge, :boundTo, now() + make_interval(mins => :minutes))`,
    { challenge, boundTo, minutes },
  )
  return challenge
}

/** @returns false if the challenge belongs to another browser or session, was used or has expired */
async function redeemChallenge(db: Knex, challenge: string, boundTo: Buffer): Promise<boolean> {
  const redeemed = await PasskeyChallenge.query(db)
    .where({ challenge: Buffer.from(challenge, 'base64url'), boundTo })
    .where('expiresAt', '>', db.fn.now())
    .delete()
  return redeemed > 0
}

export function listPasskeys(db: Knex, userId: number) {
  return Passkey.query(db).where({ userId }).orderBy('id')
}

export const toWirePasskey = (passkey: Passkey): WirePasskey =>
  toWire(WirePasskey, { ...passkey, isBackedUp: passkey.backedUp })

const nameCredential = ({ credentialId: id, transports }: Passkey) => ({
  id,
  type: 'public-key' as const,
  transports,
})

/** @returns options for the browser to create a passkey */
export async function offerCreation(
  db: Knex,
  env: Site,
  { id, email, firstName, lastName }: User,
  boundTo: Buffer,
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await loadLibrary()
  const existing = await listPasskeys(db, id)
  const options = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: siteIdOf(env),
    userID: new TextEncoder().encode(String(id)),
    userName: email,
    userDisplayName: `${firstName} ${lastName}`,
    challenge: await createChallenge(db, boundTo),
    timeout: CHALLENGE_MINUTES * 60_000,
    excludeCredentials: existing.map(nameCredential),
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return PasskeyCreation.parse(options)
}

/** @throws DomainError passkey_refused; Conflict too_many_passkeys */
export async function addPasskey(
  trx: Knex.Transaction,
  env: Site,
  {
    userId,
    name,
    response,
    boundTo,
  }: { userId: number; name: string; response: NewCredential; boundTo: Buffer },
): Promise<Passkey> {
  if ((await listPasskeys(trx, userId).resultSize()) >= MOST_PASSKEYS) {
    throw new Conflict('too_many_passkeys', `An account can have at most ${MOST_PASSKEYS} passkeys`)
  }
  const { verifyRegistrationResponse } = await loadLibrary()
  const { made, challenge } = await catchChallenge((expectedChallenge) =>
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: env.publicOrigin,
      expectedRPID: siteIdOf(env),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!made?.verified || !(await redeemChallenge(trx, challenge, boundTo))) throw passkeyRefused()
  const { credential, credentialBackedUp } = made.registrationInfo
  return await Passkey.query(trx)
    .insert({
      userId,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
    })
    .returning('*')
    .catch(refuse('passkeys_credential_id_key', passkeyRefused))
}

/**
 * @param userId unset if no password was given first: any passkey of the site may then sign, and its owner must unlock it
 * @returns options for the browser to request a passkey
 */
export async function offerRequest(
  db: Knex,
  env: Site,
  boundTo: Buffer,
  userId?: number,
): Promise<PasskeyRequest> {
  const challenge = await createChallenge(db, boundTo)
  return {
    challenge: challenge.toString('base64url'),
    timeout: CHALLENGE_MINUTES * 60_000,
    rpId: siteIdOf(env),
    allowCredentials: userId === undefined ? [] : (await listPasskeys(db, userId)).map(nameCredential),
    userVerification: userId === undefined ? 'required' : 'preferred',
  }
}

/** Finds the passkey by the id that the browser sent. Its signature is not checked yet. */
export async function findPasskey(db: Knex, { id }: SignedChallenge): Promise<Passkey | undefined> {
  return await Passkey.query(db).findOne({ credentialId: id })
}

/**
 * Checks a passkey's signature, and stores its new counter.
 * @param isAlone no password was given first, so the owner must have unlocked the passkey
 */
export async function acceptPasskey(
  db: Knex,
  env: Site,
  passkey: Passkey,
  { response, boundTo, isAlone }: { response: SignedChallenge; boundTo: Buffer; isAlone: boolean },
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { credentialId, publicKey, counter, transports } = passkey
  const { made, challenge } = await catchChallenge((expectedChallenge) =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: env.publicOrigin,
      expectedRPID: siteIdOf(env),
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter, transports },
      requireUserVerification: isAlone,
    }),
  )
  if (!made?.verified || !(await redeemChallenge(db, challenge, boundTo))) return false
  const { newCounter, credentialBackedUp } = made.authenticationInfo
  // Two uses with the same counter mean that the passkey was copied: the second update matches no row.
  const counted = await Passkey.query(db)
    .where({ id: passkey.id, counter })
    .patch({ counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: new Date() })
  return counted > 0
}

/** Runs the library's check. @returns its result, undefined if it throws, and the signed challenge */
async function catchChallenge<Made>(verify: (expect: (challenge: string) => boolean) => Promise<Made>) {
  let challenge = ''
  const made = await verify((signed) => {
    challenge = signed
    return true
  }).catch(() => undefined)
  return { made, challenge }
}

/** @throws NotFound, also for another user's passkey */
export async function renamePasskey(db: Knex, owner: Actor, id: number, name: string): Promise<Passkey> {
  return await db.transaction(async (trx) => {
    await owner.holdRight(trx)
    const [renamed] = await Passkey.query(trx).where({ id, userId: owner.id }).patch({ name }).returning('*')
    if (!renamed) throw new NotFound('Passkey')
    return renamed
  })
}
