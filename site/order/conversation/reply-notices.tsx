import { calendar } from 'virtual:content'
import { MailQuestion, MessageCircleReply } from 'lucide-react'
import type { Message, WaitingMail } from '#api/contract/orders/conversation.ts'
import { countWorkingHours } from '#api/rules/business-calendar.ts'
import { readCode } from '#site/kit/client/refusals.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import type { Call } from '#site/order/use-conversation.ts'

/** Tells the team since when the customer has waited for a reply. Its button ends the waiting. */
export function ReplyNotice({ since, onEnd }: { since: string; onEnd: () => Promise<void> }) {
  const { run, isBusy } = useAction(onEnd, explainBy('Not Saved', 'Please try again.'))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-b border-caution/30 bg-caution-soft px-5 py-3 text-sm sm:px-6 sm:py-1.5">
      <p className="flex min-w-0 items-start gap-2 text-ink sm:min-h-9 sm:items-center">
        <MessageCircleReply aria-hidden="true" className="size-4 shrink-0 text-caution max-sm:mt-0.5" />
        <span className="font-semibold">
          Unanswered for{' '}
          <time dateTime={since} title={formatMoment(since)}>
            {describeWait(new Date(since), new Date())}
          </time>
        </span>
      </p>
      <Button variant="secondary" busy={isBusy} onClick={run} className="shrink-0 max-sm:w-full">
        Mark as answered
      </Button>
    </div>
  )
}

const countHours = (since: Date, now: Date) => Math.floor(countWorkingHours(since, now, calendar))

/** @example '3 business hours' */
export function describeWait(since: Date, now: Date): string {
  const hours = countHours(since, now)
  return hours === 0 ? 'less than a business hour' : formatCount(hours, 'business hour')
}

/** @example '3 h' */
export function shortenWait(since: Date, now: Date): string {
  const hours = countHours(since, now)
  return hours === 0 ? '<1 h' : `${hours} h`
}

interface WaitingMailNoticeProps {
  mail: WaitingMail
  call: Call
  onPosted: (message: Message) => void
  onEnded: (id: number) => void
}

/** A mail that came in from an unconfirmed sender. The customer says whether they wrote it; the team sees that they were asked. */
export function WaitingMailNotice({ mail, call, onPosted, onEnded }: WaitingMailNoticeProps) {
  const { id, createdAt, from, text, note, files } = mail
  const fail = (error: unknown) => {
    if (readCode(error) === 'mail_ended') onEnded(id)
    explainBy('Not Saved', 'Please try again.')(error)
  }
  const confirm = useAction(async () => {
    onPosted(await call<Message>(`/api/incoming-mails/${id}/confirm`, { method: 'POST' }))
    onEnded(id)
    showToast('Reply Posted', 'It is now in the conversation.')
  }, fail)
  const discard = useAction(async () => {
    await call(`/api/incoming-mails/${id}/discard`, { method: 'POST' })
    onEnded(id)
    showToast('Reply Discarded', 'Nobody has read it.')
  }, fail)
  return (
    <div className="flex flex-col gap-2 border-t border-caution/30 bg-caution-soft px-5 py-3 text-sm sm:px-6">
      <p className="flex items-start gap-2 text-ink">
        <MailQuestion aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-caution" />
        <span className="min-w-0 break-words">
          {text === null
            ? 'A reply came by email from an unconfirmed sender. We’ve asked the customer.'
            : `A reply came by email from ${from || 'an unknown address'}. We couldn’t confirm that you sent it. Was this you?`}{' '}
          <time dateTime={createdAt} className="text-ink-quiet">
            {formatMoment(createdAt)}
          </time>
        </span>
      </p>
      {text !== null && (
        <>
          {text && <p className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words pl-6">{text}</p>}
          {files > 0 && <p className="pl-6 text-ink-quiet">With {formatCount(files, 'file')}.</p>}
          {note && <p className="break-words pl-6 text-ink-quiet">Not included: {note}.</p>}
          <div className="flex flex-wrap gap-2 pl-6">
            <Button busy={confirm.isBusy} disabled={discard.isBusy} onClick={() => confirm.run()}>
              Yes, post it
            </Button>
            <Button
              variant="secondary"
              busy={discard.isBusy}
              disabled={confirm.isBusy}
              onClick={() => discard.run()}
            >
              No, discard
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
