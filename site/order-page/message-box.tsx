import { Lock, SendHorizontal } from 'lucide-react'
import { type FormEvent, useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Message, SendMessageBody } from '../../api/contract/order-work/messages.ts'
import type { SavedReply } from '../../api/contract/order-work/saved-replies.ts'
import { fillReply, type ReplyFacts } from '../../api/rules/order-work/saved-replies.ts'
import { formatBytes } from '../../api/rules/order-work/uploads.ts'
import { readIssues, readMessage } from '../client/refusals.ts'
import { useAction } from '../client/use-action.ts'
import { useFetched } from '../client/use-fetched.ts'
import { controlClass, FieldError } from '../ui/field/field.tsx'
import { Button } from '../ui/primitives/button.tsx'
import { Segments } from '../ui/primitives/segments.tsx'
import { AddFilesButton, AttachmentBar } from './attachments/attachment-bar.tsx'
import { useAttachments } from './attachments/use-attachments.ts'
import { createUuid, useDraft } from './drafts.ts'
import { LONGEST_MESSAGE } from './messages.ts'
import { useReplyPicker } from './reply-picker.tsx'
import { useShortcuts } from './shortcuts.tsx'
import type { Call } from './use-conversation.ts'

/** From here on the box says how many characters are left. */
const NEAR_LIMIT = 500

interface MessageBoxProps {
  orderId: number
  /** Unset for the customer, who neither writes notes nor has saved replies. */
  team: ReplyFacts | undefined
  call: Call
  onSent: (message: Message) => void
}

/** Where a message is typed. On a phone it stays in sight at the bottom of its conversation; elsewhere the list leaves room for it. */
export function MessageBox({ orderId, team, call, onSent }: MessageBoxProps) {
  const [kind, setKind] = useState<'message' | 'note'>('message')
  const isTeam = team !== undefined
  const box = useRef<HTMLDivElement>(null)
  const fetch = useCallback(
    async (signal: AbortSignal) => (isTeam ? call<SavedReply[]>('/api/saved-replies', { signal }) : []),
    [call, isTeam],
  )
  const { data: replies = [] } = useFetched(fetch)
  const write = (next: 'message' | 'note') => () => {
    flushSync(() => setKind(next))
    box.current?.querySelector('textarea')?.focus()
  }
  useShortcuts(isTeam ? { r: write('message'), n: write('note') } : {})
  return (
    <div
      ref={box}
      className={`sticky bottom-0 z-10 lg:static rounded-b-lg border-t px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] pt-3 sm:px-5 ${
        kind === 'note' ? 'border-caution/40 bg-caution-soft' : 'border-line bg-ground-raised'
      }`}
    >
      {isTeam && (
        <Segments
          legend="Who reads what you write"
          name={`kind-${orderId}`}
          options={{
            message: (
              <>
                Message<span className="-ml-1.5 max-sm:sr-only">&nbsp;to the customer</span>
              </>
            ),
            note: (
              <>
                <Lock aria-hidden="true" className="size-3.5" />
                Team-only note
              </>
            ),
          }}
          value={kind}
          onChange={setKind}
          className="mb-3 flex sm:w-fit"
          optionClassName="min-h-target flex-1 [@media(pointer:fine)]:min-h-8"
        />
      )}
      <WriteForm
        // A note has a draft of its own: what was typed as one never turns into a message.
        key={kind}
        orderId={orderId}
        isTeamOnly={kind === 'note'}
        replies={team ? replies.map((reply) => ({ ...reply, text: fillReply(reply.text, team) })) : []}
        call={call}
        onSent={onSent}
      />
    </div>
  )
}

function WriteForm({
  orderId,
  isTeamOnly,
  replies,
  call,
  onSent,
}: Omit<MessageBoxProps, 'team'> & { isTeamOnly: boolean; replies: readonly SavedReply[] }) {
  const [draft, setDraft] = useDraft(orderId, isTeamOnly ? 'note' : 'message')
  const [error, setError] = useState<string | undefined>()
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const { text, files = [] } = draft
  const attachments = useAttachments({
    orderId,
    call,
    attached: files,
    // Another set of files is another message, which needs a key of its own.
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
      // Stored before it is sent: after a lost response and a reload, the same key goes along again.
      setDraft((typed) => ({ ...typed, key }))
      setError(undefined)
      const body: SendMessageBody = { text, isTeamOnly, key, fileIds: files.map(({ id: fileId }) => fileId) }
      const message = await call<Message>(`/api/orders/${orderId}/messages`, { method: 'POST', body })
      setDraft(() => undefined)
      onSent(message)
      field.current?.focus({ preventScroll: true })
    },
    (reason) => {
      setError(
        readIssues(reason)[0]?.message ??
          readMessage(reason) ??
          'Not sent, as we could not be reached. Your text is still here: check your connection and send it again.',
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
      <p id={`${id}-hint`} className="text-xs text-ink-quiet">
        **bold**, lists with - or 1., and links
        {replies.length > 0 && ' · / for saved replies'}
        {limits && ` · files up to ${formatBytes(limits.largestFileBytes)}`}
        <span className="[@media(pointer:coarse)]:hidden"> · Ctrl + Enter sends</span>
      </p>
      <div className="flex items-center justify-between gap-3">
        <AddFilesButton onAdd={attachments.add} />
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
  )
}

/** As high as its text, between the least that its rows and the most that its style say. */
function useGrowing(field: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
  }, [field, text])
}
