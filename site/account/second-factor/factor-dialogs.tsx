import { brand } from 'virtual:content'
import { Download } from 'lucide-react'
import { type AddedFactor, LONGEST_PASSKEY_NAME, type TotpSetup } from '#api/contract/people/second-factor.ts'
import { callApi } from '#site/kit/client/api.ts'
import { saveFile } from '#site/kit/client/save-file.ts'
import { type Errors, FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { OnceDialog } from '#site/kit/ui/dialog/once-dialog.tsx'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { useTexts } from '#site/kit/ui/field/use-texts.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { CopyButton } from '#site/kit/ui/primitives/copy-button.tsx'
import { describeFault } from './passkeys.ts'

/** Shows the secret for an authenticator app and asks for a code, which proves that the app has it. */
export function TotpDialog({
  setup: { secret, qrCode },
  onClose,
  onAdded,
}: {
  setup: TotpSetup
  onClose: () => void
  onAdded: (added: AddedFactor) => void
}) {
  const { texts, bind } = useTexts({ code: '' })

  return (
    <FormDialog<Errors>
      size="md"
      title="Set up the authenticator app"
      description="Scan the QR code with the app, then enter the code it shows."
      submitLabel="Confirm"
      busyLabel="Checking..."
      className="flex flex-col gap-5"
      onClose={onClose}
      check={() => (texts.code.trim() === '' ? { code: 'Enter the 6-digit code from the app' } : {})}
      save={async () =>
        onAdded(await callApi<AddedFactor>('/api/user/totp/confirm', { method: 'POST', body: texts }))
      }
      explain={(error) => ({ code: describeFault(error) })}
    >
      {(errors) => (
        <>
          {/* Dark on light in both themes: cameras cannot read it otherwise. */}
          <svg
            role="img"
            aria-label="QR code"
            viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
            shapeRendering="crispEdges"
            className="mx-auto size-56 rounded border border-line"
          >
            <rect width="100%" height="100%" fill="#fff" />
            <path d={qrCode.path} fill="#000" />
          </svg>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <p className="min-w-0 flex-1 basis-56 text-ink-quiet">
              Or enter this key:
              <code translate="no" className="mt-0.5 block font-mono font-medium text-ink">
                {secret.match(/.{1,4}/g)?.join(' ')}
              </code>
            </p>
            <CopyButton text={secret}>Copy Key</CopyButton>
          </div>
          <TextField
            {...bind('code', errors)}
            label="6-digit code"
            required
            autoComplete="one-time-code"
            inputMode="numeric"
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}

/** Names a new passkey, or renames one. */
export function PasskeyNameDialog({
  title,
  name: before = '',
  submitLabel,
  onClose,
  save,
}: {
  title: string
  name?: string
  submitLabel: string
  onClose: () => void
  save: (name: string) => Promise<void>
}) {
  const { texts, bind } = useTexts({ name: before })

  return (
    <FormDialog<Errors>
      size="md"
      title={title}
      submitLabel={submitLabel}
      onClose={onClose}
      check={() => (texts.name.trim() === '' ? { name: 'Enter a name' } : {})}
      save={() => save(texts.name)}
      explain={(error) => ({ name: describeFault(error) })}
    >
      {(errors) => (
        <TextField
          {...bind('name', errors)}
          label="Name"
          hint="For example ‘Work laptop’."
          required
          maxLength={LONGEST_PASSKEY_NAME}
          autoComplete="off"
          data-autofocus
        />
      )}
    </FormDialog>
  )
}

/** Shows new recovery codes. They are shown only this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')

  function download(): void {
    const lines = `Recovery codes for ${brand.name}. Each works once.\n\n${text}\n`
    saveFile(new Blob([lines], { type: 'text/plain' }), 'recovery-codes.txt')
  }

  return (
    <OnceDialog
      title="Save your recovery codes"
      description="Each code signs you in once if you lose your other sign-in methods. They won’t be shown again."
      done="I have saved them"
      onClose={onClose}
    >
      <ol
        aria-label="Recovery codes"
        translate="no"
        className="grid gap-x-6 gap-y-2 rounded-lg border border-line bg-ground-quiet px-5 py-4 font-mono text-sm text-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={text}>Copy</CopyButton>
        <Button icon={Download} variant="secondary" onClick={download}>
          Download
        </Button>
      </div>
    </OnceDialog>
  )
}
