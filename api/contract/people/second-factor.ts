/** Passkeys, an authenticator app (TOTP) and recovery codes (docs/product/account.md, Second factor). */
import * as z from 'zod'
import { Factor } from '#api/contract/platform/factor.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { cleanCode } from '#api/rules/clean-text.ts'
import { NewPassword } from './buyer-form.ts'

const LONGEST_BASE64URL = 20_000
const Base64Url = z
  .string()
  .max(LONGEST_BASE64URL)
  .regex(/^[\w-]+$/, 'must be base64url')
/** At most 1,023 bytes, by WebAuthn. */
const CredentialId = Base64Url.max(1_364)
const Transports = z.array(z.string().max(20)).max(10)

const CREDENTIAL = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.object({}).default({}),
}

/** The result of `startRegistration` of @simplewebauthn/browser. */
export const NewCredential = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Transports.optional(),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** The result of `startAuthentication` of @simplewebauthn/browser. */
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
  allowCredentials: z.array(Credential).describe('empty: any passkey of this site'),
  userVerification: UserVerification,
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** Spaces are accepted, because some apps show the code with them. */
export const TotpCode = z
  .string()
  .overwrite(cleanCode)
  .max(20)
  .regex(/^\s*(\d\s*){6}$/, 'Enter the 6-digit code from the app')
/** Case, hyphens and spaces do not matter. */
const RecoveryCode = z.string().overwrite(cleanCode).min(1, 'Enter a recovery code').max(50)

const GIVEN_FACTORS = [
  z.object({ method: z.literal('passkey'), response: SignedChallenge }),
  z.object({ method: z.literal('totp'), code: TotpCode }),
  z.object({ method: z.literal('recovery_code'), code: RecoveryCode }),
] as const

export const SecondFactorBody = z.discriminatedUnion('method', GIVEN_FACTORS)
export type SecondFactorBody = z.infer<typeof SecondFactorBody>

/** A password is accepted as proof only while the account has no second factor. */
export const ProofBody = z.discriminatedUnion('method', [
  ...GIVEN_FACTORS,
  z.object({ method: z.literal('password'), currentPassword: NewPassword }),
])
export type ProofBody = z.infer<typeof ProofBody>

export const PasskeySignInBody = z.object({ response: SignedChallenge })

export const MOST_PASSKEYS = 20
export const LONGEST_PASSKEY_NAME = 60
export const PasskeyNameBody = z.object({
  name: boundedText({ label: 'Name', min: 1, max: LONGEST_PASSKEY_NAME, message: 'Enter a name' }),
})
export const AddPasskeyBody = PasskeyNameBody.extend({ response: NewCredential })
export type AddPasskeyBody = z.infer<typeof AddPasskeyBody>

export const Passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    isBackedUp: z.boolean().describe('it is on more devices than one'),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const SecondFactorStatus = z.object({
  isRequired: z.boolean().describe('for staff and admins in production'),
  factors: z.array(Factor),
  passkeys: z.array(Passkey),
  totp: z.object({ confirmedAt: z.string() }).nullable(),
  recoveryCodesLeft: z.int(),
  isProved: z.boolean().describe('within the last ten minutes: nothing is asked again'),
  proofs: z
    .array(z.enum(['password', 'passkey', 'totp', 'recovery_code']))
    .describe('which `method` POST /user/proof takes'),
})
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>

/** Ten recovery codes, which are shown only once. */
const Codes = z.array(z.string()).describe('`k3dm-7xq2-v4ta-wp6h`')
export const RecoveryCodes = z.object({ recoveryCodes: Codes })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const AddedFactor = z.object({
  recoveryCodes: Codes.nullable().describe('with the first factor; otherwise null'),
})
export type AddedFactor = z.infer<typeof AddedFactor>
export const AddedPasskey = AddedFactor.extend({ passkey: Passkey })
export type AddedPasskey = z.infer<typeof AddedPasskey>

/** For `<svg viewBox="0 0 {size} {size}"><path d="{path}" /></svg>`, dark on light. Includes the white border. */
const QrCode = z.object({ size: z.int(), path: z.string() })

export const TotpSetup = z.object({
  secret: z.string().describe('base32, to be typed'),
  uri: z.string().describe('`otpauth://totp/…`'),
  qrCode: QrCode,
})
export type TotpSetup = z.infer<typeof TotpSetup>

export const ConfirmTotpBody = z.object({ code: TotpCode })
