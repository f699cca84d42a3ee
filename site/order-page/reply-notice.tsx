import { calendar } from 'virtual:content'
import { MessageCircleReply } from 'lucide-react'
import { countWorkingHours } from '../../api/rules/business-calendar.ts'
import { readMessage } from '../client/refusals.ts'
import { formatCount } from '../format/count.ts'
import { formatMoment } from '../format/date.ts'
import { showError } from '../stores/toast.ts'
import { useAction } from '../stores/use-action.ts'
import { Button } from '../ui/primitives/button.tsx'

/** For the team: that the customer waits for a reply, since when, and the button that says that none is needed. */
export function ReplyNotice({ since, onEnd }: { since: string; onEnd: () => Promise<void> }) {
  const { run, isBusy } = useAction(onEnd, (error) =>
    showError('Not saved', readMessage(error) ?? 'Please try again.'),
  )
  return (
    <div className="flex items-center justify-between gap-x-4 border-b border-caution/30 bg-caution-soft px-5 py-1.5 text-sm sm:px-6">
      <p className="flex min-w-0 items-center gap-2 text-ink">
        <MessageCircleReply aria-hidden="true" className="size-4 shrink-0 text-caution" />
        <span>
          <span className="font-semibold">Customer waits for a reply</span>{' '}
          <time dateTime={since} title={formatMoment(since)} className="text-ink-quiet">
            {describeWait(new Date(since), new Date())}
          </time>
        </span>
      </p>
      <Button variant="ghost" busy={isBusy} onClick={run} className="-mr-3 shrink-0 !px-3">
        Needs no reply
      </Button>
    </div>
  )
}

/** @example 'for 3 business hours' */
export function describeWait(since: Date, now: Date): string {
  const hours = Math.floor(countWorkingHours(since, now, calendar))
  return hours === 0 ? 'for less than a business hour' : `for ${formatCount(hours, 'business hour')}`
}
