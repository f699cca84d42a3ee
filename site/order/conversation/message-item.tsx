import { Lock, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { Message } from '#api/contract/orders/conversation.ts'
import { readIssues, readMessage } from '#site/kit/client/refusals.ts'
import { formatMoment, formatTime } from '#site/kit/format/date.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { TextAreaField } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { useFocusBack } from '#site/kit/ui/use-focus.ts'
import { FileLinks } from '#site/order/attachments/file-links.tsx'
import type { Call } from '#site/order/use-conversation.ts'
import { MessageText } from './message-text.tsx'
import { LONGEST_MESSAGE, ROLES } from './messages.ts'

interface MessageItemProps {
  message: Message
  /** Whether to name the writer: first of a run of messages by one person. */
  startsRun: boolean
  call: Call
  onChanged: (message: Message) => void
}

const ACTION =
  'min-h-target rounded px-1.5 font-medium underline-offset-4 hover:text-ink hover:underline focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent [@media(pointer:fine)]:min-h-6'

/** One message. Own messages stand on the right; team notes are marked by colour and by words. */
export const MessageItem = memo(function MessageItem({
  message,
  startsRun,
  call,
  onChanged,
}: MessageItemProps) {
  const { id, author, isOwn, isTeamOnly, isBlocking, createdAt, editedAt, withdrawnAt } = message
  const [doing, setDoing] = useState<'edit' | 'withdraw' | undefined>()
  const isChangeable = useUntil(message.changeableUntil)
  const edit = useRef<HTMLButtonElement>(null)
  useFocusBack(edit, doing === 'edit')
  const look = withdrawnAt
    ? 'border border-dashed border-line-strong/70 text-ink-quiet'
    : isTeamOnly
      ? 'border border-dashed border-caution/60 bg-caution-soft'
      : isOwn
        ? 'bg-accent-soft'
        : 'border border-line bg-ground-quiet'
  return (
    <div className={`flex flex-col ${isOwn ? 'items-end' : 'items-start'} ${startsRun ? 'mt-5' : 'mt-1.5'}`}>
      {startsRun && (
        <p className="mb-1 flex flex-wrap items-baseline gap-x-2 px-1 text-sm">
          <span className="min-w-0 font-semibold text-ink [overflow-wrap:anywhere]">
            {isOwn ? 'You' : `${author.firstName} ${author.lastName}`}
          </span>
          {!isOwn && <span className="text-ink-quiet">{ROLES[author.role]}</span>}
        </p>
      )}
      <div
        className={`min-w-0 max-w-[92%] rounded-lg px-3.5 py-2.5 text-sm sm:max-w-[80%] ${look} ${doing === 'edit' ? 'w-full' : ''}`}
      >
        {isTeamOnly && (
          <p className="mb-1 flex items-center gap-1.5 text-xs font-semibold text-caution">
            <Lock aria-hidden="true" className="size-3.5" />
            Team only
          </p>
        )}
        {isBlocking && !withdrawnAt && (
          <p className="mb-1 flex items-center gap-1.5 text-xs font-semibold text-ink">
            <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-caution" />
            We’re blocked until you reply
          </p>
        )}
        {withdrawnAt && <p className="italic">Message withdrawn</p>}
        {!withdrawnAt && doing !== 'edit' && <MessageText blocks={message.blocks} />}
        {!withdrawnAt && message.files.length > 0 && <FileLinks files={message.files} />}
        {message.mailText && doing !== 'edit' && (
          <details className="mt-1.5 text-xs text-ink-quiet">
            <summary className="min-h-target cursor-pointer py-3 [@media(pointer:fine)]:min-h-6 [@media(pointer:fine)]:py-1">
              Show full email
            </summary>
            <p className="whitespace-pre-wrap break-words">{message.mailText}</p>
          </details>
        )}
        {doing === 'edit' && (
          <EditForm message={message} call={call} onClose={() => setDoing(undefined)} onChanged={onChanged} />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-1 px-1 pt-0.5 text-xs tabular-nums text-ink-quiet">
        <time dateTime={createdAt} title={formatMoment(createdAt)} className="py-1">
          {formatTime(createdAt)}
        </time>
        {message.mailText !== null && <span>· by email</span>}
        {editedAt && !withdrawnAt && <span title={formatMoment(editedAt)}>· edited</span>}
        {isChangeable && !withdrawnAt && doing !== 'edit' && (
          <>
            <button ref={edit} type="button" className={`ml-1 ${ACTION}`} onClick={() => setDoing('edit')}>
              Edit
            </button>
            <button type="button" className={ACTION} onClick={() => setDoing('withdraw')}>
              Withdraw
            </button>
          </>
        )}
      </div>
      {doing === 'withdraw' && (
        <ConfirmDialog
          title="Withdraw this message?"
          confirm="Withdraw"
          onCancel={() => setDoing(undefined)}
          onConfirm={async () => {
            onChanged(await call<Message>(`/api/messages/${id}`, { method: 'DELETE' }))
            setDoing(undefined)
          }}
          explain={explainBy('Not Withdrawn', 'Please try again.')}
        >
          Its text is replaced by ‘Message withdrawn’.
        </ConfirmDialog>
      )}
    </div>
  )
})

function EditForm({
  message,
  call,
  onClose,
  onChanged,
}: Omit<MessageItemProps, 'startsRun'> & { onClose: () => void }) {
  const [text, setText] = useState(message.text)
  const [error, setError] = useState<string | undefined>()
  const { run, isBusy } = useAction(
    async () => {
      onChanged(await call<Message>(`/api/messages/${message.id}`, { method: 'PATCH', body: { text } }))
      onClose()
    },
    (reason) =>
      setError(
        readIssues(reason)[0]?.message ??
          readMessage(reason) ??
          'Not saved. Check your connection and try again.',
      ),
  )
  return (
    <form
      className="flex flex-col gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <TextAreaField
        label="Edit message"
        name={`edit-${message.id}`}
        rows={4}
        autoComplete="off"
        autoFocus
        maxLength={LONGEST_MESSAGE}
        value={text}
        error={error}
        readOnly={isBusy}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy} disabled={text.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** Whether the moment is still to come; renders again when it has passed. */
function useUntil(iso: string | null): boolean {
  const [, redraw] = useState(0)
  const leftMs = iso === null ? 0 : Date.parse(iso) - Date.now()
  useEffect(() => {
    if (iso === null) return
    const timer = setTimeout(() => redraw((count) => count + 1), Math.max(0, Date.parse(iso) - Date.now()))
    return () => clearTimeout(timer)
  }, [iso])
  return leftMs > 0
}
