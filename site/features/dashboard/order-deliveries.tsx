import { ExternalLink } from 'lucide-react'
import type { OrderDetail } from '../../../api/contract/order-detail.ts'
import { formatDate } from '../../format/date.ts'
import { Card } from '../../ui/card.tsx'

/** What staff delivered with their completed work. Nothing where there is none. */
export function OrderDeliveries({ order: { deliveries } }: { order: OrderDetail }) {
  if (deliveries.length === 0) return null
  return (
    <Card title="What was delivered">
      <ul className="flex flex-col divide-y divide-line px-5 sm:px-6">
        {deliveries.map(({ note, link, at }) => (
          <li key={at} className="flex flex-col items-start gap-2 py-5 text-sm [overflow-wrap:anywhere]">
            {note && <p className="max-w-text whitespace-pre-line leading-relaxed text-ink">{note}</p>}
            {link && (
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                className="link inline-flex items-start gap-1.5 py-0.5"
              >
                <ExternalLink aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                {link}
              </a>
            )}
            <time dateTime={at} className="tabular-nums text-ink-quiet">
              {formatDate(at)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  )
}
