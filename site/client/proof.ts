/** The fresh proof of who is there that some calls need (docs/product/account.md, Second factor). */
import type { SecondFactorStatus } from '../../api/contract/second-factor.ts'
import { callApi, seekRemedy } from './api.ts'

/** The code of a call's refusal. */
export const PROOF_NEEDED = 'proof_needed'

/** For a file that the browser loads by itself. @returns whether the proof is given or not needed @throws as callApi does */
export async function ensureProof(): Promise<boolean> {
  const { factors, isProved } = await callApi<SecondFactorStatus>('/api/user/second-factor')
  return factors.length === 0 || isProved || (await seekRemedy(PROOF_NEEDED))
}
