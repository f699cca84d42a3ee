/** The promised date for the team, and why it is on hold and what has moved it, also for the customer. */
import { calendar } from 'virtual:content'
import { CalendarClock, Play } from 'lucide-react'
import { useState } from 'react'
import type { NewDateBody, OrderDates } from '#api/contract/orders/dates.ts'
import type { OrderWork } from '#api/contract/orders/deliveries.ts'
import { dayOf } from '#api/rules/business-calendar.ts'
import { readFieldErrors, readMessage } from '#site/kit/client/refusals.ts'
import { describeLate } from '#site/kit/format/due.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { type Errors, FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { useTexts } from '#site/kit/ui/field/use-texts.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { PromisedDate } from '#site/kit/ui/primitives/promised-by.tsx'
import { sendHint } from '#site/order/live.ts'
import type { Call } from '#site/order/use-conversation.ts'
import { useOrderPart } from '#site/order/use-order-part.ts'
import { describeWait, listMoves, type Reader } from './describe-dates.ts'

/** The team's card. @param call must be a stable function */
export function TeamDates({ orderId, call }: { orderId: number; call: Call }) {
  const { data, reload, setData } = useOrderPart<OrderWork>(orderId, 'work', call)
  const [isSetting, setIsSetting] = useState(false)
  const { run: goOn, isBusy } = useAction(
    async () => {
      await call(`/api/orders/${orderId}/messages/go-on`, { method: 'POST' })
      sendHint(orderId)
      await reload()
    },
    explainBy('Not Saved', 'Please try again.'),
  )
  const dates = data?.work.dates
  if (!dates?.promisedBy) return null
  return (
    <Card isDense title="Promised date">
      <div className="flex flex-col items-start gap-3 px-5 py-4 sm:px-6">
        <TeamDatesText dates={dates} />
        <div className="flex flex-wrap gap-2 empty:hidden">
          {dates.replyBy && (dates.waits?.kind ?? 'question') === 'question' && (
            <Button icon={Play} variant="secondary" busy={isBusy} onClick={goOn}>
              {dates.waits ? 'Take off hold' : 'Cancel the hold'}
            </Button>
          )}
          {!dates.waits && (
            <Button icon={CalendarClock} variant="secondary" onClick={() => setIsSetting(true)}>
              Set a new date
            </Button>
          )}
        </div>
      </div>
      {isSetting && (
        <NewDateDialog
          description="We email the new date and your reason to the customer."
          after={dayOf(new Date(dates.promisedBy), calendar)}
          onSave={async (body) => {
            setData(await call<OrderWork>(`/api/orders/${orderId}/promised-date`, { method: 'POST', body }))
            sendHint(orderId)
          }}
          onClose={() => setIsSetting(false)}
        />
      )}
    </Card>
  )
}

function TeamDatesText({ dates }: { dates: OrderDates }) {
  return (
    <div className="min-w-0 text-sm">
      <p className="flex items-start gap-2 font-medium tabular-nums text-ink">
        <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-quiet" />
        <span>
          <PromisedDate order={dates} />
        </span>
      </p>
      <DateNotes dates={dates} reader="team" />
    </div>
  )
}

/** How late the order is, why its date is on hold, and what has moved the date. */
export function DateNotes({ dates, reader }: { dates: OrderDates; reader: Reader }) {
  const { late, waits } = dates
  const isDelivered = waits?.kind === 'delivery'
  const moves = listMoves(dates)
  const isLateDelivery = late && isDelivered && reader === 'customer'
  const wait = isLateDelivery ? undefined : describeWait(dates, reader)
  return (
    <>
      {late && (isLateDelivery || !isDelivered) && (
        <p className="mt-1.5 font-medium text-negative">
          {isLateDelivery ? `Delivered ${describeLate(late.days).toLowerCase()}.` : describeLate(late.days)}
          {isLateDelivery && late.isByHalf && (
            <>
              {' '}
              <RefundLink>You can still request a refund.</RefundLink>
            </>
          )}
        </p>
      )}
      {wait && (
        <p className={`mt-1.5 max-w-text ${isDelivered ? 'text-ink-quiet' : 'text-caution'}`}>{wait}</p>
      )}
      {moves.length > 0 && (
        <ul
          aria-label="Date changes"
          className="mt-2 flex flex-col gap-1.5 text-xs tabular-nums text-ink-quiet"
        >
          {moves.map(({ text, reason }) => (
            <li key={text}>
              {text}
              {reason && (
                <span className="block whitespace-pre-line text-sm text-ink [overflow-wrap:anywhere]">
                  {reason}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface NewDateDialogProps {
  description: string
  /** The current promised day, such as 2026-12-03. */
  after: string
  /** @throws as callApi does */
  onSave: (body: NewDateBody) => Promise<void>
  onClose: () => void
}

/** Sets a later date, with a reason that the customer reads. */
export function NewDateDialog({ description, after, onSave, onClose }: NewDateDialogProps) {
  const { texts, bind } = useTexts({ day: '', reason: '' })
  return (
    <FormDialog<Errors>
      title="Set a new date"
      description={description}
      submitLabel="Set date"
      legend="The new date"
      onClose={onClose}
      check={() => ({
        ...(texts.day === '' && { day: 'Choose a date' }),
        ...(!texts.reason.trim() && { reason: 'Please give a reason' }),
      })}
      save={async () => {
        await onSave(texts)
        showToast('New Date Set', 'We’re emailing the customer.')
        onClose()
      }}
      explain={(error) => {
        const wrong = readFieldErrors(error)
        if (!wrong.day && !wrong.reason) showError('Not Saved', readMessage(error) ?? 'Please try again.')
        return wrong
      }}
    >
      {(errors) => (
        <div className="flex flex-col gap-4">
          <TextField
            {...bind('day', errors)}
            label="New date"
            type="date"
            required
            min={after}
            hint={`Choose a business day after ${formatPromise(new Date(`${after}T12:00:00Z`))}.`}
          />
          <TextAreaField
            {...bind('reason', errors)}
            label="Reason"
            required
            rows={4}
            maxLength={2000}
            autoComplete="off"
          />
        </div>
      )}
    </FormDialog>
  )
}

/** Leads to the page's refund card or, without one, to the policy. */
export function RefundLink({ children }: { children: string }) {
  return (
    <a
      href="/refund-policy"
      className="text-sm font-medium text-ink underline underline-offset-4"
      onClick={(event) => {
        const card = document.getElementById('refund')
        if (!card) return
        event.preventDefault()
        location.hash = 'refund'
        card.scrollIntoView()
      }}
    >
      {children}
    </a>
  )
}
