/** The card 'Promised date': why the date stands still and what has moved it, for the customer and for the team. */
import { CalendarClock, Play } from 'lucide-react'
import type { OrderDates } from '../../../api/contract/order-work/dates.ts'
import { readMessage } from '../../client/refusals.ts'
import { useAction } from '../../client/use-action.ts'
import { formatPromise } from '../../format/delivery.ts'
import { showError } from '../../stores/toast.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { useOrderWork } from '../delivery/use-order-work.ts'
import { passOn } from '../live.ts'
import type { Call } from '../use-conversation.ts'
import { describePause, describeWait } from './describe-dates.ts'

/** Of the customer's page: nothing while the date of the payment is in force and runs. */
export function CustomerDates({ dates }: { dates: OrderDates }) {
  if (!dates.promisedBy || (!dates.waits && dates.pauses.length === 0)) return null
  return (
    <Card title="Promised date">
      <div className="px-5 py-5 sm:px-6">
        <DatesText dates={dates} reader="customer" />
      </div>
    </Card>
  )
}

/** Of the team's pages. @param call must be the same function at each rendering */
export function TeamDates({ orderId, call }: { orderId: number; call: Call }) {
  const { data, reload } = useOrderWork(orderId, call)
  const { run: goOn, isBusy } = useAction(
    async () => {
      await call(`/api/orders/${orderId}/messages/go-on`, { method: 'POST' })
      passOn(orderId)
      await reload()
    },
    (error) => showError('Not saved', readMessage(error) ?? 'Please try again.'),
  )
  const dates = data?.work.dates
  if (!dates?.promisedBy) return null
  return (
    <Card isDense title="Promised date">
      <div className="flex flex-col items-start gap-3 px-5 py-4 sm:px-6">
        <DatesText dates={dates} reader="team" />
        {dates.waits?.kind === 'question' && (
          <Button icon={Play} variant="secondary" busy={isBusy} onClick={goOn}>
            We can go on
          </Button>
        )}
      </div>
    </Card>
  )
}

function DatesText({ dates, reader }: { dates: OrderDates; reader: 'customer' | 'team' }) {
  const { promisedBy, pauses } = dates
  const wait = describeWait(dates, reader, new Date())
  return (
    <div className="min-w-0 text-sm">
      {promisedBy && (
        <p className="flex items-center gap-2 font-medium tabular-nums text-ink">
          <CalendarClock aria-hidden="true" className="size-4 shrink-0 text-ink-quiet" />
          <time dateTime={promisedBy}>{formatPromise(new Date(promisedBy))}</time>
        </p>
      )}
      {wait && <p className="mt-1.5 max-w-text text-caution">{wait}</p>}
      {pauses.length > 0 && (
        <ul
          aria-label="What has moved the date"
          className="mt-2 flex flex-col gap-1 text-xs tabular-nums text-ink-quiet"
        >
          {pauses.map((pause) => (
            <li key={`${pause.kind}-${pause.from}`}>{describePause(pause, reader)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
