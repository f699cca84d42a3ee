/** Some calls need a fresh second factor as proof of identity (docs/product/account.md, Second factor). */
import type { SecondFactorStatus } from '../../api/contract/second-factor.ts'
import { callApi, seekRemedy } from './api.ts'

/** The API's code if the proof is missing. */
export const PROOF_NEEDED = 'proof_needed'

/** Asks for the proof before the browser itself loads a file. @returns false if the user has cancelled @throws as callApi does */
export async function ensureProof(): Promise<boolean> {
  const { factors, isProved } = await callApi<SecondFactorStatus>('/api/user/second-factor')
  return factors.length === 0 || isProved || (await seekRemedy(PROOF_NEEDED))
}
