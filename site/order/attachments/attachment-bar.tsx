import { Paperclip, RotateCw, X } from 'lucide-react'
import { type MouseEvent, useId, useRef } from 'react'
import { formatBytes } from '#api/rules/order-work/uploads.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import type { AttachedFile, SendingFile } from './use-attachments.ts'

interface AttachmentBarProps {
  attached: readonly AttachedFile[]
  sending: readonly SendingFile[]
  /** undefined: files cannot be removed. */
  onRemove: ((id: string) => void) | undefined
}

/** The files that go with the message, each with its upload progress and a button to remove it. */
export function AttachmentBar({ attached, sending, onRemove }: AttachmentBarProps) {
  if (attached.length + sending.length === 0) return null
  return (
    <ul aria-label="Added files" className="flex flex-col gap-1.5">
      {attached.map(({ id, name, sizeBytes }) => (
        <li key={id} className={ROW}>
          <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-quiet" />
          <Name name={name} note={formatBytes(sizeBytes)} />
          {onRemove && <RemoveButton label={`Remove ${name}`} onClick={() => onRemove(id)} />}
        </li>
      ))}
      {sending.map((file) => (
        <li key={file.key} className={`${ROW} ${file.error ? 'border-negative/50' : ''}`}>
          <div className="min-w-0 flex-1">
            <Name name={file.name} note={formatBytes(file.sizeBytes)} />
            {file.error ? (
              <p role="alert" className="text-xs text-negative">
                {file.error}
              </p>
            ) : (
              <progress
                aria-label={`Uploading ${file.name}`}
                value={file.sentBytes}
                max={file.sizeBytes}
                className="mt-1 block h-1 w-full overflow-hidden rounded-full bg-line accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
              />
            )}
          </div>
          {file.retry && <IconButton icon={RotateCw} label={`Try ${file.name} again`} onClick={file.retry} />}
          <RemoveButton label={`${file.error ? 'Remove' : 'Cancel'} ${file.name}`} onClick={file.cancel} />
        </li>
      ))}
    </ul>
  )
}

const ROW =
  'flex min-w-0 items-center gap-2 rounded border border-line bg-ground-raised py-1 pl-3 pr-1 text-sm'

function Name({ name, note }: { name: string; note: string }) {
  return (
    <p className="flex min-w-0 flex-1 items-baseline gap-2">
      <span className="truncate font-medium text-ink">{name}</span>
      <span className="shrink-0 text-xs tabular-nums text-ink-quiet">{note}</span>
    </p>
  )
}

interface IconButtonProps {
  icon: typeof X
  label: string
  onClick: (event: MouseEvent<HTMLElement>) => void
}

/** The button disappears with its file, so it moves the focus to a neighbouring file, or to 'Add files'. */
function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  const passFocus = (button: HTMLElement) => {
    const file = button.closest('li')
    const beside = file?.nextElementSibling ?? file?.previousElementSibling
    const place = beside
      ? beside.querySelector<HTMLElement>('button:last-of-type')
      : button.closest('form')?.querySelector<HTMLElement>('[data-add-files]')
    place?.focus()
  }
  return (
    <IconButton
      icon={X}
      label={label}
      onClick={({ currentTarget }) => {
        passFocus(currentTarget)
        onClick()
      }}
    />
  )
}

function IconButton({ icon: Icon, label, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-target shrink-0 place-items-center rounded text-ink-quiet hover:bg-ink/5 hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent [@media(pointer:fine)]:size-8"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}

/** Picks files, on a phone also from the camera. */
export function AddFilesButton({
  hint,
  isDisabled,
  onAdd,
}: {
  hint?: string | undefined
  isDisabled?: boolean
  onAdd: (files: FileList) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Files to add"
        className="sr-only"
        onChange={({ target }) => {
          if (target.files) onAdd(target.files)
          // Lets the same file be picked again.
          target.value = ''
        }}
      />
      <Button
        variant="ghost"
        icon={Paperclip}
        title={hint}
        disabled={isDisabled}
        data-add-files
        className="-ml-2 px-2"
        onClick={() => input.current?.click()}
      >
        Add files
      </Button>
    </>
  )
}
