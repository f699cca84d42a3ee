import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type {
  AddedFactor,
  Passkey,
  RecoveryCodes,
  SecondFactorStatus,
  TotpSetup,
} from '#api/contract/people/second-factor.ts'
import { callApi } from '#site/kit/client/api.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { PasskeyNameDialog, RecoveryCodesDialog, TotpDialog } from './factor-dialogs.tsx'
import { addPasskey, describeFault, hasPasskeys } from './passkeys.ts'

const OWN = '/api/user'
const PASSKEYS = `${OWN}/passkeys`

/** The dialog open above the panel. */
type Step =
  | { kind: 'add-passkey' }
  | { kind: 'rename'; passkey: Passkey }
  | { kind: 'remove'; path: string; what: string }
  | { kind: 'totp'; setup: TotpSetup }
  | { kind: 'codes'; codes: readonly string[] }

/** Lists the user's second factors, and adds, renames and removes them. */
export function SecurityPanel({ onStatus }: { onStatus?: (status: SecondFactorStatus) => void }) {
  const [status, setStatus] = useState<SecondFactorStatus | 'failed' | undefined>()
  const [step, setStep] = useState<Step | undefined>()
  const close = () => setStep(undefined)

  const load = useCallback(async () => {
    try {
      const loaded = await callApi<SecondFactorStatus>(`${OWN}/second-factor`)
      setStatus(loaded)
      onStatus?.(loaded)
    } catch {
      setStatus('failed')
    }
  }, [onStatus])
  useEffect(() => void load(), [load])

  const { run: attempt, isBusy } = useAction(
    (work: () => Promise<void>) => work(),
    (error) => showError('Error', describeFault(error)),
  )

  async function finish(toast: string, recoveryCodes: readonly string[] | null = null): Promise<void> {
    // New recovery codes have their own dialog, so no toast.
    if (recoveryCodes) setStep({ kind: 'codes', codes: recoveryCodes })
    else {
      close()
      showToast(toast)
    }
    await load()
  }

  const finishAdding = ({ recoveryCodes }: AddedFactor, toast: string) => finish(toast, recoveryCodes)

  const setUpApp = () =>
    attempt(async () =>
      setStep({ kind: 'totp', setup: await callApi<TotpSetup>(`${OWN}/totp`, { method: 'POST' }) }),
    )

  const renewCodes = () =>
    attempt(async () => {
      const { recoveryCodes } = await callApi<RecoveryCodes>(`${OWN}/recovery-codes`, { method: 'POST' })
      await finish('New Codes Created', recoveryCodes)
    })

  const remove = (path: string) =>
    attempt(async () => {
      close()
      await callApi(path, { method: 'DELETE' })
      await finish('Removed')
    })

  if (status === undefined) {
    return (
      <div role="status" aria-label="Loading your sign-in methods" className="space-y-4">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    )
  }
  if (status === 'failed') {
    return <LoadFailed title="Your sign-in methods couldn’t be loaded" onRetry={() => void load()} />
  }
  const { isRequired, passkeys, totp, factors, recoveryCodesLeft } = status
  const isLast = !isRequired && passkeys.length + (totp ? 1 : 0) === 1
  return (
    <div className="divide-y divide-line">
      <Section
        title="Passkeys"
        text="Sign in with your fingerprint, face, PIN or security key. Nothing to type, and safe from phishing."
        action={
          hasPasskeys() && (
            <Button variant="secondary" disabled={isBusy} onClick={() => setStep({ kind: 'add-passkey' })}>
              Add a passkey
            </Button>
          )
        }
      >
        {passkeys.length > 0 && (
          <ul aria-label="Passkeys" className="mt-3 divide-y divide-line rounded-lg border border-line">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-44 text-sm">
                  <p className="flex flex-wrap items-center gap-2 font-medium text-ink [overflow-wrap:anywhere]">
                    {passkey.name}
                    {passkey.isBackedUp && <Badge>Synced</Badge>}
                  </p>
                  <p className="mt-0.5 text-ink-quiet">{describeUse(passkey)}</p>
                </div>
                <div className="flex gap-2">
                  <Button
                    variant="secondary"
                    aria-label={`Rename ${passkey.name}`}
                    disabled={isBusy}
                    onClick={() => setStep({ kind: 'rename', passkey })}
                  >
                    Rename
                  </Button>
                  <Button
                    variant="secondary"
                    aria-label={`Remove ${passkey.name}`}
                    disabled={isBusy}
                    onClick={() =>
                      setStep({
                        kind: 'remove',
                        path: `${PASSKEYS}/${passkey.id}`,
                        what: `‘${passkey.name}’`,
                      })
                    }
                  >
                    Remove
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section
        title="Authenticator app"
        text={
          totp
            ? `Set up ${formatMoment(totp.confirmedAt)}.`
            : 'An app on your phone shows a new 6-digit code every 30 seconds.'
        }
        action={
          <div className="flex gap-2">
            <Button variant="secondary" disabled={isBusy} onClick={setUpApp}>
              {totp ? 'Replace' : 'Set up the app'}
            </Button>
            {totp && (
              <Button
                variant="secondary"
                aria-label="Remove the authenticator app"
                disabled={isBusy}
                onClick={() =>
                  setStep({ kind: 'remove', path: `${OWN}/totp`, what: 'the authenticator app' })
                }
              >
                Remove
              </Button>
            )}
          </div>
        }
      />
      {factors.length > 0 && (
        <Section
          title="Recovery codes"
          text={`${recoveryCodesLeft} of 10 left. Each code signs you in once if you lose your other sign-in methods.`}
          action={
            <Button variant="secondary" disabled={isBusy} onClick={renewCodes}>
              Create new codes
            </Button>
          }
        />
      )}
      {step?.kind === 'add-passkey' && (
        <PasskeyNameDialog
          title="Add a passkey"
          submitLabel="Add Passkey"
          onClose={close}
          save={async (name) => finishAdding(await addPasskey(name), 'Passkey Added')}
        />
      )}
      {step?.kind === 'rename' && (
        <PasskeyNameDialog
          title="Rename the passkey"
          submitLabel="Save Name"
          name={step.passkey.name}
          onClose={close}
          save={async (name) => {
            await callApi(`${PASSKEYS}/${step.passkey.id}`, { method: 'PATCH', body: { name } })
            await finish('Passkey Renamed')
          }}
        />
      )}
      {step?.kind === 'remove' && (
        <ConfirmDialog
          title={`Remove ${step.what}?`}
          confirm="Remove"
          onCancel={close}
          onConfirm={() => remove(step.path)}
        >
          You’ll no longer be able to sign in with it.
          {isLast && ' After this, your password alone opens your account.'}
        </ConfirmDialog>
      )}
      {step?.kind === 'totp' && (
        <TotpDialog
          setup={step.setup}
          onClose={close}
          onAdded={(added) => void finishAdding(added, 'Authenticator App Added')}
        />
      )}
      {step?.kind === 'codes' && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
    </div>
  )
}

function Section({
  title,
  text,
  action,
  children,
}: {
  title: string
  text: string
  action: ReactNode
  children?: ReactNode
}) {
  return (
    <section className="py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64 text-sm">
          <h3 className="font-semibold text-ink">{title}</h3>
          <p className="mt-0.5 text-ink-quiet">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

function describeUse({ createdAt, lastUsedAt }: Passkey): string {
  return lastUsedAt
    ? `Last used ${formatMoment(lastUsedAt)}`
    : `Added ${formatMoment(createdAt)}, not used yet`
}
