import { CopyButton } from '../../../security/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'

/** Shows what is to be copied: the secret of a program, for the only time, or a link that is for one person. */
export function SecretDialog({
  title = 'Save the secret',
  description,
  secret,
  note,
  done = 'I have saved it',
  onClose,
}: {
  title?: string
  description: string
  secret: string
  note?: string | undefined
  done?: string
  onClose: () => void
}) {
  return (
    <Dialog
      size="md"
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <div className="flex justify-end">
          <Button className="max-sm:flex-1" onClick={onClose}>
            {done}
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
      {note && <p className="mt-4 text-sm text-ink-quiet">{note}</p>}
    </Dialog>
  )
}
