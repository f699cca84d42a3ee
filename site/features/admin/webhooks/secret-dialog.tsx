import type { EndpointWithSecret } from '../../../../api/contract/webhooks.ts'
import { CopyButton } from '../../../security/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'

/** Shows a new secret, for the only time. */
export function SecretDialog({
  endpoint: { url, secret },
  isNew,
  onClose,
}: {
  endpoint: EndpointWithSecret
  isNew: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      size="md"
      title="Save the secret"
      description={`It shows the program at ${url} that a message is the shop's. It is not shown again.`}
      onClose={onClose}
      footer={
        <div className="flex justify-end">
          <Button className="max-sm:flex-1" onClick={onClose}>
            I have saved it
          </Button>
        </div>
      }
    >
      <p className="rounded-lg border border-line bg-ground-quiet px-5 py-4 font-mono text-sm text-ink [overflow-wrap:anywhere]">
        {secret}
      </p>
      <div className="mt-4">
        <CopyButton text={secret}>Copy</CopyButton>
      </div>
      {!isNew && (
        <p className="mt-4 text-sm text-ink-quiet">
          For 24 hours messages are also signed with the previous secret, so the program can switch at any
          time.
        </p>
      )}
    </Dialog>
  )
}
