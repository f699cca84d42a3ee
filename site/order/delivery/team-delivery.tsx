/** The team's card 'Delivery': what was delivered, what the customer asks for, and what to do next. */
import { PackageCheck, Undo } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import type { Delivery, OrderWork, Work } from '#api/contract/orders/deliveries.ts'
import { isTested } from '#api/rules/order-work/work-state.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { sendHint } from '#site/order/live.ts'
import type { Call } from '#site/order/use-conversation.ts'
import { useOrderPart } from '#site/order/use-order-part.ts'
import { DeliverDialog } from './deliver-dialog.tsx'
import { DeliveryItem, findLoose, RequestQuote } from './delivery-item.tsx'
import { OpenRequest } from './open-request.tsx'

interface TeamDeliveryProps {
  orderId: number
  /** Whose order it is, shown in the dialog. */
  description: string
  who: string
  /** The area's `callApi`. Must be a stable function. */
  call: Call
  canDeliver: boolean
  /** Is given a function that opens the dialog. */
  deliver?: Ref<() => void>
}

export function TeamDelivery({ orderId, description, who, call, canDeliver, deliver }: TeamDeliveryProps) {
  const { data, error, reload, setData } = useOrderPart<OrderWork>(orderId, 'work', call)
  const [isDelivering, setIsDelivering] = useState(false)
  /** The number of the delivery made here, while it can be undone. */
  const [undoable, setUndoable] = useState<number | undefined>()
  const path = `/api/orders/${orderId}`
  useImperativeHandle(deliver, () => () => setIsDelivering(true))

  useEffect(() => {
    if (undoable === undefined) return
    const timer = setTimeout(() => setUndoable(undefined), UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [undoable])

  /** @throws as callApi does */
  async function change(action: string, body?: object): Promise<OrderWork> {
    const changed = await call<OrderWork>(`${path}/${action}`, { method: 'POST', ...(body && { body }) })
    setData(changed)
    // Lets the rest of the page, and other tabs, fetch the order again.
    sendHint(orderId)
    return changed
  }

  const { run, isBusy } = useAction(
    async () => {
      try {
        await change(`deliveries/${undoable}/undo`)
        showToast('Delivery Undone')
      } finally {
        setUndoable(undefined)
      }
    },
    (reason) => {
      explainBy('Error', 'Something went wrong. Please try again.')(reason)
      reload()
    },
  )
  const deliveries = [...(data?.deliveries ?? [])].reverse()
  const [last] = deliveries
  const isUndoable = undoable !== undefined && last?.number === undoable && !last.acceptedAt
  return (
    <Card
      isDense
      title="Delivery"
      actions={
        (canDeliver || isUndoable) && (
          <div className="-mr-3 flex gap-1">
            {isUndoable && (
              <Button icon={Undo} variant="ghost" busy={isBusy} className="!px-3" onClick={run}>
                Undo
              </Button>
            )}
            {canDeliver && (
              <Button
                icon={PackageCheck}
                variant="ghost"
                className="!px-3"
                onClick={() => setIsDelivering(true)}
              >
                {last ? 'Deliver again' : 'Deliver'}
              </Button>
            )}
          </div>
        )
      }
    >
      {!data && Boolean(error) && (
        <LoadFailed title="The deliveries didn’t load" error={error} onRetry={reload} />
      )}
      {!data && !error && (
        <Loading className="p-5 sm:px-6">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {data && (
        <div className="divide-y divide-line">
          <OpenRequest work={data.work} who={who} />
          <Standing work={data.work} deliveries={deliveries} />
          {deliveries.map((delivery) => (
            <div key={delivery.number} className="px-5 py-4 sm:px-6">
              <DeliveryItem delivery={delivery} requests={data.work.requests} who={who} />
            </div>
          ))}
          {findLoose(data.work.requests).map((request) => (
            <div key={request.id} className="px-5 py-4 sm:px-6">
              <RequestQuote request={request} who={who} />
            </div>
          ))}
        </div>
      )}
      {isDelivering && (
        <DeliverDialog
          orderId={orderId}
          title="Deliver"
          description={description}
          intro={`We email it to the customer in ${UNDO_SECONDS} seconds.`}
          failure="It couldn’t be delivered"
          call={call}
          onClose={() => setIsDelivering(false)}
          onDeliver={async (body) => {
            const { deliveries: all } = await change('deliveries', body)
            setUndoable(all.at(-1)?.number)
            showToast('Delivered')
          }}
        />
      )}
    </Card>
  )
}

/** The state of the acceptance in a sentence. */
function Standing({ work, deliveries }: { work: Work; deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0 && work.includedChanges === null && !work.endedBy) {
    return <p className="px-5 py-3.5 text-sm text-ink-quiet sm:px-6">Nothing delivered.</p>
  }
  const sentences = [describeStanding(work, deliveries.length), describeIncluded(work)].filter(Boolean)
  if (sentences.length === 0) return null
  return <p className="px-5 py-3.5 text-sm text-ink-quiet sm:px-6">{sentences.join(' ')}</p>
}

function describeStanding({ state, acceptBy, endedBy, warrantyUntil }: Work, delivered: number): string {
  if (isTested(state)) {
    return acceptBy
      ? `The customer has until ${formatPromise(new Date(acceptBy))} to check it.`
      : 'The time to check is paused while a message, file, refund or dispute is open.'
  }
  const warranty = warrantyUntil ? ` Warranty until ${formatPromise(new Date(warrantyUntil))}.` : ''
  if (endedBy === 'team') return `Closed ${delivered > 0 ? 'by the team' : 'without a delivery'}.${warranty}`
  return endedBy ? warranty.trim() : ''
}

function describeIncluded({ includedChanges, usedChanges }: Work): string {
  if (includedChanges === null) return ''
  return includedChanges === 0
    ? 'No changes are included.'
    : `${usedChanges} of ${includedChanges} included changes used.`
}
