/** Asks the user for a second factor, in a dialog above any other one. */
import type { User } from '../../api/contract/auth.ts'
import type { Factor, SecondFactorStatus } from '../../api/contract/second-factor.ts'
import { callApi } from '../client/api.ts'
import { openDialog } from '../ui/dialog/open-dialog.ts'
import { FactorDialog, type FactorDialogProps } from './factor-dialog.tsx'

let proof: Promise<boolean> | undefined

/** Simultaneous calls share one dialog. @returns false if the user has cancelled @throws as callApi does */
export function askForProof(): Promise<boolean> {
  proof ??= openProof().finally(() => {
    proof = undefined
  })
  return proof
}

async function openProof(): Promise<boolean> {
  const { proofs } = await callApi<SecondFactorStatus>('/api/user/second-factor')
  return open({
    description: 'We ask this before important changes, at most once every ten minutes.',
    methods: proofs,
    optionsPath: '/api/user/proof/options',
    send: (body) => callApi('/api/user/proof', { method: 'POST', body }),
  })
}

/** The second step of signing in. @returns undefined if the user has cancelled */
export async function askForSecondStep(factors: readonly Factor[]): Promise<User | undefined> {
  let user: User | undefined
  await open({
    description: 'Your password is right. One more step signs you in.',
    methods: [...factors, 'recovery_code'],
    optionsPath: '/api/auth/second-factor/options',
    send: async (body) => {
      user = await callApi<User>('/api/auth/second-factor', { method: 'POST', body })
    },
  })
  return user
}

const open = (props: Omit<FactorDialogProps, 'onClose'>) =>
  openDialog<boolean>((close) => <FactorDialog {...props} onClose={close} />)
