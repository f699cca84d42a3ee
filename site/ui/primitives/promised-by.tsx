import type { Order } from '../../../api/contract/orders.ts'
import { WAIT_LABELS } from '../../../api/rules/status-labels.ts'
import { formatPromise } from '../../format/delivery.ts'

export function PromisedBy({ order }: { order: Pick<Order, 'promisedBy' | 'waitsFor'> }) {
  const { promisedBy, waitsFor } = order
  if (!promisedBy) return null
  return (
    <>
      <time dateTime={promisedBy}>{formatPromise(new Date(promisedBy))}</time>
      {waitsFor && <span className="block text-caution">{WAIT_LABELS[waitsFor]}</span>}
    </>
  )
}
