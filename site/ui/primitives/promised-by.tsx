import type { Order } from '../../../api/contract/orders.ts'
import { AWAITS_ANSWERS_LABEL } from '../../../api/rules/status-labels.ts'
import { formatPromise } from '../../format/delivery.ts'

export function PromisedBy({ order }: { order: Pick<Order, 'promisedBy' | 'awaitsAnswers'> }) {
  const { promisedBy, awaitsAnswers } = order
  if (!promisedBy) return null
  return (
    <>
      <time dateTime={promisedBy}>{formatPromise(new Date(promisedBy))}</time>
      {awaitsAnswers && <span className="block text-caution">{AWAITS_ANSWERS_LABEL}</span>}
    </>
  )
}
