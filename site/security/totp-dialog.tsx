import type { AddedFactor, TotpSetup } from '../../api/contract/second-factor.ts'
import { callApi } from '../client/api.ts'
import { type Errors, FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/field/field.tsx'
import { useTexts } from '../ui/field/use-texts.ts'
import { CopyButton } from './copy-button.tsx'
import { describeFault } from './passkeys.ts'

/** Shows the secret for an authenticator app, and takes a code as proof that the app has it. */
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
      description="Scan the picture with the app, then enter the code that it shows."
      submitLabel="Confirm"
      busyLabel="Checking..."
      className="flex flex-col gap-5"
      onClose={onClose}
      check={() => (texts.code.trim() === '' ? { code: 'Enter the 6 digits that the app shows' } : {})}
      save={async () =>
        onAdded(await callApi<AddedFactor>('/api/user/totp/confirm', { method: 'POST', body: texts }))
      }
      explain={(error) => ({ code: describeFault(error) })}
    >
      {(errors) => (
        <>
          {/* Dark on light in both themes, because cameras cannot read it otherwise. */}
          <svg
            role="img"
            aria-label="QR code of the secret"
            viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
            shapeRendering="crispEdges"
            className="mx-auto size-56 rounded border border-line"
          >
            <rect width="100%" height="100%" fill="#fff" />
            <path d={qrCode.path} fill="#000" />
          </svg>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <p className="min-w-0 flex-1 basis-56 text-ink-quiet">
              Or type this secret:
              <code className="mt-0.5 block font-mono font-medium text-ink">
                {secret.match(/.{1,4}/g)?.join(' ')}
              </code>
            </p>
            <CopyButton text={secret}>Copy Secret</CopyButton>
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
