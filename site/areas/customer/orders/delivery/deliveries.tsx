import type { Delivery, OrderWork } from '#api/contract/orders/deliveries.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { DeliveryItem, findLoose, RequestQuote } from '#site/order/delivery/delivery-item.tsx'

/** The latest delivery of the whole work, which the customer is asked to accept. */
export const findWholeDelivery = (deliveries: readonly Delivery[]): Delivery | undefined =>
  deliveries.findLast(({ isWhole }) => isWhole)

/** @param shown the delivery that the page already shows above; the card lists the others */
export function Deliveries({ work, deliveries, shown }: OrderWork & { shown: Delivery | undefined }) {
  const latest = shown ? undefined : (findWholeDelivery(deliveries) ?? deliveries.at(-1))
  const earlier = deliveries.filter((one) => one !== latest && one !== shown).reverse()
  const only = earlier.length === 1 ? earlier[0] : undefined
  const loose = findLoose(work.requests)
  if (!latest && earlier.length + loose.length === 0) return null
  const title = latest ? 'Your delivery' : earlier.length === 0 ? 'Your requests' : undefined
  return (
    <Card {...(title && { title })}>
      {latest && (
        <div className="px-5 py-5 sm:px-6">
          <DeliveryItem delivery={latest} requests={work.requests} />
        </div>
      )}
      {earlier.length > 0 && (
        <details className="border-t border-line first:border-t-0 [&[open]>summary]:border-b">
          <summary className="min-h-target cursor-pointer border-line px-5 py-3 text-sm font-medium text-ink sm:px-6">
            {only ? `Delivery ${only.number}, ${formatDate(only.at)}` : 'Earlier deliveries'}
          </summary>
          <div className="divide-y divide-line">
            {earlier.map((delivery) => (
              <div key={delivery.number} className="px-5 py-5 sm:px-6">
                <DeliveryItem delivery={delivery} requests={work.requests} />
              </div>
            ))}
          </div>
        </details>
      )}
      {loose.map((request) => (
        <div key={request.id} className="border-t border-line px-5 py-5 first:border-t-0 sm:px-6">
          <RequestQuote request={request} />
        </div>
      ))}
    </Card>
  )
}
