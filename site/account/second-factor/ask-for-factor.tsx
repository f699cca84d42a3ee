/** Asks the user for a second factor, in a dialog above any other. */

import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#api/contract/people/auth.ts'
import type { ProofBody, SecondFactorStatus } from '#api/contract/people/second-factor.ts'
import type { Factor } from '#api/contract/platform/factor.ts'
import { ApiError, callApi } from '#site/kit/client/api.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { openDialog } from '#site/kit/ui/dialog/open-dialog.ts'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { LinkButton } from '#site/kit/ui/primitives/button.tsx'
import { describeFault, hasPasskeys, signChallenge } from './passkeys.ts'

let proof: Promise<boolean> | undefined

/** Parallel calls share one dialog. @returns false if the user cancelled @throws as callApi does */
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

/** The second step of signing in. @returns undefined if the user cancelled */
export async function askForSecondStep(factors: readonly Factor[]): Promise<User | undefined> {
  let user: User | undefined
  await open({
    description: 'One more step to sign in.',
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

type Method = ProofBody['method']

/** In order of preference. */
const METHODS: Method[] = ['passkey', 'totp', 'password', 'recovery_code']

const WAYS: Record<Method, string> = {
  passkey: 'Use a passkey',
  totp: 'Use the authenticator app',
  password: 'Use your password',
  recovery_code: 'Use a recovery code',
}

const FIELDS = {
  totp: {
    label: '6-digit code',
    hint: 'From your authenticator app.',
    fault: 'Enter the 6-digit code from the app',
    attributes: { autoComplete: 'one-time-code', inputMode: 'numeric' },
  },
  password: {
    label: 'Your password',
    hint: undefined,
    fault: 'Enter your password',
    attributes: { autoComplete: 'current-password', type: 'password' },
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the codes you saved. Each works once.',
    fault: 'Enter a recovery code',
    attributes: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
  },
} as const

/** The session or the sign-in has expired, so another attempt is useless. */
const UNAUTHORIZED = 401

interface FactorDialogProps {
  description: string
  methods: readonly Method[]
  /** The path of the call that returns a passkey's challenge. */
  optionsPath: string
  send: (body: ProofBody) => Promise<void>
  onClose: (isGiven: boolean) => void
}

/** Asks for the preferred method and offers the others. */
function FactorDialog({ description, methods, optionsPath, send, onClose }: FactorDialogProps) {
  const usable = METHODS.filter((one) => methods.includes(one) && (one !== 'passkey' || hasPasskeys()))
  const [method = 'recovery_code', setMethod] = useState(usable[0])
  const [text, setText] = useState('')

  function change(to: Method): void {
    setMethod(to)
    setText('')
  }

  async function save(): Promise<void> {
    await send(await makeBody())
    onClose(true)
  }

  async function makeBody(): Promise<ProofBody> {
    if (method === 'passkey') return { method, response: await signChallenge(optionsPath) }
    return method === 'password' ? { method, currentPassword: text } : { method, code: text }
  }

  function explain(error: unknown): Partial<Record<Method, string>> {
    if (!(error instanceof ApiError && error.status === UNAUTHORIZED))
      return { [method]: describeFault(error) }
    showError('Error', describeFault(error))
    onClose(false)
    return {}
  }

  return (
    <FormDialog<Partial<Record<Method, string>>>
      size="md"
      title="Confirm it’s you"
      description={description}
      submitLabel={method === 'passkey' ? 'Use Passkey' : 'Confirm'}
      busyLabel={method === 'passkey' ? 'Waiting...' : 'Checking...'}
      onClose={() => onClose(false)}
      check={() => (method !== 'passkey' && text.trim() === '' ? { [method]: FIELDS[method].fault } : {})}
      save={save}
      explain={explain}
      after={
        <ul className="mt-3 flex flex-col items-start">
          {usable
            .filter((one) => one !== method)
            .map((one) => (
              <li key={one}>
                <LinkButton onClick={() => change(one)}>{WAYS[one]}</LinkButton>
              </li>
            ))}
        </ul>
      }
    >
      {(errors) =>
        method === 'passkey' ? (
          <PasskeyNote error={errors.passkey} />
        ) : (
          <TextField
            key={method}
            ref={focus}
            data-autofocus
            required
            label={FIELDS[method].label}
            hint={FIELDS[method].hint}
            {...FIELDS[method].attributes}
            value={text}
            error={errors[method]}
            onChange={(event) => setText(event.target.value)}
          />
        )
      }
    </FormDialog>
  )
}

/** A ref callback, so that it runs when the field mounts. */
const focus = (input: HTMLInputElement | null) => input?.focus()

function PasskeyNote({ error }: { error: string | undefined }) {
  return (
    <>
      <p className="flex items-start gap-3 text-sm leading-relaxed text-ink">
        <Fingerprint aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-strong" />
        Your device will ask for your fingerprint, face, PIN or security key.
      </p>
      <p role="alert" className="mt-3 text-sm text-negative empty:mt-0">
        {error}
      </p>
    </>
  )
}
