import type { AdminOrderDetail } from '../../../../api/contract/admin-order.ts'
import { formatMoment } from '../../../format/date.ts'
import { Card } from '../../../ui/card.tsx'

/** What admins wrote when they assigned the order, and what staff wrote since, oldest first. */
export function OrderNotes({ order }: { order: AdminOrderDetail }) {
  const notes = order.assignments
    .flatMap(({ id, notes: text, assignedAt, assignedByUser, staffNotes }) => [
      ...(text
        ? [{ id: `assignment-${id}`, note: text, author: assignedByUser, createdAt: assignedAt }]
        : []),
      ...staffNotes,
    ])
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  if (notes.length === 0) return null
  return (
    <Card isDense title="Notes" description="Of the team; the customer does not see them.">
      <ol className="divide-y divide-line">
        {notes.map(({ id, note, author, createdAt }) => (
          <li key={id} className="px-5 py-3.5 text-sm sm:px-6">
            <p className="max-w-text whitespace-pre-line text-ink [overflow-wrap:anywhere]">{note}</p>
            <p className="mt-1 tabular-nums text-ink-quiet">
              {author.firstName} {author.lastName} ·{' '}
              <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
