/** The form that sends a message or a team note. */
import { Lock, SendHorizontal } from 'lucide-react'
import { type FormEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Message, SendMessageBody } from '#api/contract/orders/conversation.ts'
import type { SavedReply } from '#api/contract/orders/saved-replies.ts'
import { looksLikeCredentials, withoutCredentials } from '#api/rules/order-work/credentials.ts'
import { formatBytes } from '#api/rules/order-work/uploads.ts'
import { REPLY_HOURS } from '#api/rules/promises.ts'
import { readIssues, readMessage } from '#site/kit/client/refusals.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { controlClass, FieldError } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { AddFilesButton, AttachmentBar } from '#site/order/attachments/attachment-bar.tsx'
import { useAttachments } from '#site/order/attachments/use-attachments.ts'
import { CredentialsOffer } from '#site/order/credentials/customer-credentials.tsx'
import { createUuid, useDraft } from '#site/order/drafts.ts'
import type { Call } from '#site/order/use-conversation.ts'
import { FormatBar } from './format-bar.tsx'
import { LONGEST_MESSAGE } from './messages.ts'
import { useReplyPicker } from './reply-picker.tsx'

/** With this many characters left, the form starts to show how many remain. */
const NEAR_LIMIT = 500

interface WriteFormProps {
  orderId: number
  isTeam: boolean
  isTeamOnly: boolean
  /** Whether the message may be marked as one that blocks the team until it is answered. */
  canBlock: boolean
  /** Filled in for the order; empty for the customer. */
  replies: readonly SavedReply[]
  call: Call
  onSent: (message: Message) => void
}

export function WriteForm({ orderId, isTeam, isTeamOnly, canBlock, replies, call, onSent }: WriteFormProps) {
  const [draft, setDraft] = useDraft(orderId, isTeamOnly ? 'note' : 'message')
  const [isBlocking, setIsBlocking] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const { text, files = [] } = draft
  const attachments = useAttachments({
    orderId,
    call,
    attached: files,
    // Drop the idempotency key: with other files it is another message.
    change: (next) => setDraft(({ text, files = [] }) => ({ text, files: next(files) })),
  })
  const { sending, limits, isSending } = attachments
  const left = LONGEST_MESSAGE - text.length
  const setText = (value: string) => setDraft((typed) => ({ text: value, files: typed.files ?? [] }))
  const picker = useReplyPicker(replies, { field, text, setText })
  useGrowing(field, text)

  const { run: send, isBusy } = useAction(
    async () => {
      const key = draft.key ?? createUuid()
      // Stored before sending, so that a retry uses the same key, even after a lost response and a reload.
      setDraft((typed) => ({ ...typed, key }))
      setError(undefined)
      const fileIds = files.map(({ id: fileId }) => fileId)
      const body: SendMessageBody = { text, isTeamOnly, isBlocking: isBlocking && canBlock, key, fileIds }
      const message = await call<Message>(`/api/orders/${orderId}/messages`, { method: 'POST', body })
      setDraft(() => undefined)
      setIsBlocking(false)
      onSent(message)
      field.current?.focus({ preventScroll: true })
    },
    (reason) => {
      setError(
        readIssues(reason)[0]?.message ??
          readMessage(reason) ??
          'Not sent. Your text is still here. Check your connection and try again.',
      )
      field.current?.focus({ preventScroll: true })
    },
  )
  const isSendable = (text.trim() !== '' || files.length > 0) && left >= 0 && !isBusy && !isSending

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isSendable) send()
  }

  return (
    <>
      {!isTeam && looksLikeCredentials(text) && (
        <CredentialsOffer
          orderId={orderId}
          call={call}
          onStored={() => setDraft(({ text, files = [] }) => ({ text: withoutCredentials(text), files }))}
        />
      )}
      <form
        onSubmit={submit}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          attachments.add(event.dataTransfer.files)
        }}
        className="flex flex-col gap-2"
      >
        {isTeamOnly && (
          <p id={`${id}-lock`} className="flex items-center gap-1.5 text-sm font-medium text-caution">
            <Lock aria-hidden="true" className="size-4 shrink-0" />
            The customer never sees this.
          </p>
        )}
        {error && (
          <div role="alert">
            <FieldError id={`${id}-error`}>{error}</FieldError>
          </div>
        )}
        <div className="-mb-1 flex items-center justify-between">
          <FormatBar field={field} setText={setText} />
          <AddFilesButton
            hint={limits && `Up to ${formatBytes(limits.largestFileBytes)} each`}
            onAdd={attachments.add}
          />
        </div>
        <div className="relative">
          {picker.list}
          <textarea
            ref={field}
            {...picker.listening}
            aria-label={isTeamOnly ? 'Team-only note' : 'Message'}
            aria-describedby={[isTeamOnly && `${id}-lock`, error && `${id}-error`, `${id}-hint`]
              .filter(Boolean)
              .join(' ')}
            aria-invalid={error || left < 0 ? true : undefined}
            name={isTeamOnly ? 'note' : 'message'}
            rows={2}
            autoComplete="off"
            placeholder={isTeamOnly ? 'Note for the team' : 'Write a message'}
            value={text}
            readOnly={isBusy}
            onChange={({ target: { value } }) => setText(value)}
            onPaste={(event) => {
              if (event.clipboardData.files.length === 0) return
              event.preventDefault()
              attachments.add(event.clipboardData.files)
            }}
            onKeyDown={(event) => {
              if (picker.steer(event)) return
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
            }}
            className={`${controlClass(Boolean(error) || left < 0)} max-h-[40dvh] resize-none py-2.5 leading-relaxed`}
          />
        </div>
        <AttachmentBar attached={files} sending={sending} onRemove={attachments.remove} />
        {canBlock && (
          <CheckField
            name="blocking"
            label="Put the date on hold until the customer replies"
            hint={isBlocking ? `It goes on hold after ${REPLY_HOURS} hours without a reply.` : undefined}
            checked={isBlocking}
            onChange={setIsBlocking}
          />
        )}
        <div className="flex items-center justify-between gap-3">
          <p id={`${id}-hint`} className="text-xs text-ink-quiet">
            {replies.length > 0 && 'Type / for saved replies. '}
            <span className="max-sm:hidden [@media(pointer:coarse)]:hidden">Ctrl + Enter sends.</span>
          </p>
          <div className="flex shrink-0 items-center gap-3">
            {left <= NEAR_LIMIT && (
              <p
                role="status"
                className={`text-xs tabular-nums ${left < 0 ? 'font-medium text-negative' : 'text-ink-quiet'}`}
              >
                {left < 0 ? `${-left} too many` : `${left} left`}
              </p>
            )}
            <Button
              type="submit"
              icon={isTeamOnly ? Lock : SendHorizontal}
              busy={isBusy}
              disabled={!isSendable}
            >
              {isTeamOnly ? 'Add note' : error ? 'Send again' : 'Send'}
            </Button>
          </div>
        </div>
      </form>
    </>
  )
}

/** Makes the field as high as its text, at least its `rows` and at most its style's max-height. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
  }, [field, text])
}
