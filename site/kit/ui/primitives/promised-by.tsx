import type { Order } from '#api/contract/orders/orders.ts'
import { WAIT_LABELS } from '#api/rules/status-labels.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'

type Promised = Pick<Order, 'promisedBy' | 'firstPromisedBy'>

/** The promised date. If the team has changed it, the original one is struck through beside it. */
export function PromisedDate({
  order: { promisedBy, firstPromisedBy },
  format = formatPromise,
}: {
  order: Promised
  format?: (at: Date) => string
}) {
  if (!promisedBy) return null
  return (
    <>
      {firstPromisedBy && (
        <>
          <s className="font-normal text-ink-quiet">
            <span className="sr-only">First promised date </span>
            {format(new Date(firstPromisedBy))}
          </s>{' '}
        </>
      )}
      <time dateTime={promisedBy}>{format(new Date(promisedBy))}</time>
    </>
  )
}

export function PromisedBy({ order }: { order: Promised & Pick<Order, 'waitsFor'> }) {
  if (!order.promisedBy) return null
  return (
    <>
      <PromisedDate order={order} />
      {order.waitsFor && <span className="block text-caution">{WAIT_LABELS[order.waitsFor]}</span>}
    </>
  )
}
