/** Parts that the details dialog and the package's page share. */
import { CalendarCheck } from 'lucide-react'
import type { Package } from '../../../api/contract/catalogue.ts'
import { formatCount } from '../../format/count.ts'
import { computeDelivery, formatPromise } from '../../format/delivery.ts'

export function Description({ item }: { item: Package }) {
  return (
    <div className="max-w-text space-y-4 leading-relaxed">
      <p className="text-lg leading-relaxed">{item.description}</p>
      {item.longDescription
        .split(/\n\s*\n/)
        .filter(Boolean)
        .map((paragraph) => (
          <p key={paragraph} className="whitespace-pre-line text-ink-quiet">
            {paragraph}
          </p>
        ))}
    </div>
  )
}

export function Delivery({ businessDays }: { businessDays: number }) {
  const { calendarDays, endsAt } = computeDelivery(new Date(), businessDays)
  return (
    <section>
      <h3 className="text-sm font-semibold">Delivery</h3>
      <p className="mt-3 flex gap-2.5 text-sm tabular-nums">
        <CalendarCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-strong" />
        <span>
          {formatCount(businessDays, 'business day')}
          <span className="block text-ink-quiet">
            Ready by {formatPromise(endsAt)} if you order today ({formatCount(calendarDays, 'calendar day')})
          </span>
        </span>
      </p>
    </section>
  )
}
