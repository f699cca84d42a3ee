/**
 * The second factor (docs/product/account.md, Second factor): passkeys, an authenticator app (TOTP) and recovery codes.
 *
 * Signing in
 *   POST /api/auth/login                 a right password of an account with a factor: 401 `second_factor_needed` with
 *                                        `factors`, and an HttpOnly cookie for ten minutes, which opens nothing else
 *   POST /api/auth/second-factor         SecondFactorBody → 200 User, signed in; 401 `second_factor_expired`: the password again
 *   POST /api/auth/second-factor/options → 200 PasskeyRequest, for `method: 'passkey'` of that; 401 `second_factor_expired`
 *   POST /api/auth/passkey/options       → 200 PasskeyRequest, for signing in without a password
 *   POST /api/auth/passkey               PasskeySignInBody → 200 User, signed in without a password
 *
 * Asked again: calls that change rights, refund or export are 403 `proof_needed` where the account has a factor and the
 * last proof is older than ten minutes. Before a download: GET /api/user/second-factor, `isProved`.
 *   POST /api/user/proof/options         → 200 PasskeyRequest
 *   POST /api/user/proof                 ProofBody → 204
 *
 * Own factors (all but the first need a proof; it is the password while the account has no factor)
 *   GET    /api/user/second-factor       → 200 SecondFactorStatus
 *   POST   /api/user/passkeys/options    → 200 PasskeyCreation
 *   POST   /api/user/passkeys            AddPasskeyBody → 201 AddedPasskey; 400 `passkey_refused`
 *   PATCH  /api/user/passkeys/{id}       PasskeyNameBody → 200 Passkey
 *   DELETE /api/user/passkeys/{id}       → 204; 409 `last_second_factor`
 *   POST   /api/user/totp                → 201 TotpSetup: a new secret; the one before works until the new one is confirmed
 *   POST   /api/user/totp/confirm        ConfirmTotpBody → 200 AddedFactor; 400 `wrong_code`
 *   DELETE /api/user/totp                → 204; 409 `last_second_factor`
 *   POST   /api/user/recovery-codes      → 201 RecoveryCodes; the ones before end; 409 `no_second_factor`
 *
 * DELETE /api/admin/users/{id}/second-factor → 204: an admin takes all factors from a user, who is signed out
 *
 * Staff and admins need a factor in production: without one every call but those of 'Own factors', `/auth/me`, the proof
 * and signing out is 403 `second_factor_required`.
 *
 * Customers confirm their address before they add a factor: else 409 `email_unverified`.
 *
 * A wrong code is 400 `wrong_code`, a passkey that does not fit 400 `passkey_refused`, a wrong password 400
 * `wrong_password`. `User.factors` says which kinds an account has.
 */
import * as z from 'zod'
import { NewPassword } from './buyer-form.ts'
import { boundedText } from './text.ts'

export const Factor = z.enum(['passkey', 'totp'])
export type Factor = z.infer<typeof Factor>

const LONGEST_BASE64URL = 20_000
const Base64Url = z
  .string()
  .max(LONGEST_BASE64URL)
  .regex(/^[\w-]+$/, 'must be base64url')
/** Of at most 1,023 bytes, as WebAuthn says. */
const CredentialId = Base64Url.max(1_364)
const Transports = z.array(z.string().max(20)).max(10)

const CREDENTIAL = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.object({}).default({}),
}

/** What `startRegistration` of @simplewebauthn/browser gives. */
export const NewCredential = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Transports.optional(),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** What `startAuthentication` of @simplewebauthn/browser gives. */
export const SignedChallenge = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
})
export type SignedChallenge = z.infer<typeof SignedChallenge>

const Credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})
const UserVerification = z.enum(['discouraged', 'preferred', 'required'])

/** `optionsJSON` of `startRegistration`. */
export const PasskeyCreation = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.boolean(),
    userVerification: UserVerification,
  }),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** `optionsJSON` of `startAuthentication`. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(Credential).meta({ description: 'empty: any passkey of this site' }),
  userVerification: UserVerification,
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** Blanks are typed where an app shows them. */
export const TotpCode = z
  .string()
  .max(20)
  .regex(/^\s*(\d\s*){6}$/, 'Enter the 6 digits that the app shows')
/** Its case, its hyphens and blanks do not matter. */
const RecoveryCode = z.string().trim().min(1, 'Enter a recovery code').max(50)

const GIVEN_FACTORS = [
  z.object({ method: z.literal('passkey'), response: SignedChallenge }),
  z.object({ method: z.literal('totp'), code: TotpCode }),
  z.object({ method: z.literal('recovery_code'), code: RecoveryCode }),
] as const

export const SecondFactorBody = z.discriminatedUnion('method', GIVEN_FACTORS)
export type SecondFactorBody = z.infer<typeof SecondFactorBody>

/** The password is a proof while the account has no factor. */
export const ProofBody = z.discriminatedUnion('method', [
  ...GIVEN_FACTORS,
  z.object({ method: z.literal('password'), currentPassword: NewPassword }),
])
export type ProofBody = z.infer<typeof ProofBody>

export const PasskeySignInBody = z.object({ response: SignedChallenge })

export const LONGEST_PASSKEY_NAME = 60
export const PasskeyNameBody = z.object({
  name: boundedText({ label: 'Name', min: 1, max: LONGEST_PASSKEY_NAME, message: 'Name the passkey' }),
})
export const AddPasskeyBody = PasskeyNameBody.extend({ response: NewCredential })
export type AddPasskeyBody = z.infer<typeof AddPasskeyBody>

export const Passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    isBackedUp: z.boolean().meta({ description: 'it is on more devices than one' }),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const SecondFactorStatus = z.object({
  isRequired: z.boolean().meta({ description: 'for staff and admins in production' }),
  factors: z.array(Factor),
  passkeys: z.array(Passkey),
  totp: z.object({ confirmedAt: z.string() }).nullable(),
  recoveryCodesLeft: z.int(),
  isProved: z.boolean().meta({ description: 'within the last ten minutes: nothing is asked again' }),
  proofs: z
    .array(z.enum(['password', 'passkey', 'totp', 'recovery_code']))
    .meta({ description: 'which `method` POST /user/proof takes' }),
})
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>

/** Ten, shown once. */
const Codes = z.array(z.string()).meta({ description: '`k3dm-7xq2-v4ta-wp6h`' })
export const RecoveryCodes = z.object({ recoveryCodes: Codes })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const AddedFactor = z.object({
  recoveryCodes: Codes.nullable().meta({ description: 'with the first factor; otherwise null' }),
})
export type AddedFactor = z.infer<typeof AddedFactor>
export const AddedPasskey = AddedFactor.extend({ passkey: Passkey })
export type AddedPasskey = z.infer<typeof AddedPasskey>

/** `<svg viewBox="0 0 {size} {size}"><path d="{path}" /></svg>`, dark on light, its quiet border included. */
const QrCode = z.object({ size: z.int(), path: z.string() })

export const TotpSetup = z.object({
  secret: z.string().meta({ description: 'base32, to be typed' }),
  uri: z.string().meta({ description: '`otpauth://totp/…`' }),
  qrCode: QrCode,
})
export type TotpSetup = z.infer<typeof TotpSetup>

export const ConfirmTotpBody = z.object({ code: TotpCode })
