/** Signs in with passkeys and adds them. The library loads on first use. */
import type { User } from '#api/contract/people/auth.ts'
import type {
  AddedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  SignedChallenge,
} from '#api/contract/people/second-factor.ts'
import { ApiError, callApi } from '#site/kit/client/api.ts'

const FAULTS: Record<string, string> = {
  NotAllowedError: 'The passkey wasn’t used. Please try again or choose another method.',
  InvalidStateError: 'This device already has a passkey for your account.',
}

export const hasPasskeys = () => 'PublicKeyCredential' in window

/** @param path of the call that returns the challenge @throws as callApi does, and WebAuthnError */
export async function signChallenge(path: string): Promise<SignedChallenge> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    callApi<PasskeyRequest>(path, { method: 'POST' }),
  ])
  return (await startAuthentication({ optionsJSON })) as SignedChallenge
}

/** Signs in without a password. @throws as signChallenge does */
export async function signInByPasskey(): Promise<User> {
  const response = await signChallenge('/api/auth/passkey/options')
  return callApi<User>('/api/auth/passkey', { method: 'POST', body: { response } })
}

/** @throws as signChallenge does */
export async function addPasskey(name: string): Promise<AddedPasskey> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    callApi<PasskeyCreation>('/api/user/passkeys/options', { method: 'POST' }),
  ])
  const response = await startRegistration({ optionsJSON })
  return callApi<AddedPasskey>('/api/user/passkeys', { method: 'POST', body: { name, response } })
}

/** Explains to the user why a call or a passkey failed. */
export function describeFault(error: unknown): string {
  if (error instanceof ApiError && error.body) return error.body.issues?.[0]?.message ?? error.body.message
  const known = error instanceof Error ? FAULTS[error.name] : undefined
  return known ?? 'That didn’t work. Please check your connection and try again.'
}
