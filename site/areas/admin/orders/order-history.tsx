import { ChevronRight } from 'lucide-react'
import type { AcceptedPolicy } from '#api/contract/content/policies.ts'
import type { AdminOrderDetail, OrderHistoryEvent } from '#api/contract/orders/admin-orders.ts'
import { describeSameStatus, getStatusLabels, PAYMENT_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { FetchedCard } from '#site/areas/admin/list/fetched-card.tsx'
import { formatDate, formatMoment } from '#site/kit/format/date.ts'

const ACTORS: Readonly<Record<Exclude<OrderHistoryEvent['actorKind'], 'customer'>, string>> = {
  staff: 'staff',
  admin: 'an admin',
  system: 'the shop',
  provider: 'the payment provider',
}
const POLICY_NAMES: Readonly<Record<AcceptedPolicy['policy'], string>> = {
  'terms-of-service': 'Terms of Service',
  'refund-policy': 'Refund Policy',
}

export function OrderHistory({ order }: { order: AdminOrderDetail }) {
  return (
    <FetchedCard<OrderHistoryEvent[]>
      opening={order}
      path={`/api/admin/orders/${order.id}/history`}
      title="History"
      failure="The history didn’t load"
    >
      {(events) => (
        <div className="px-5 py-5 sm:px-6">
          <Timeline events={events} order={order} />
          <AcceptedPolicies policies={order.acceptedPolicies} />
        </div>
      )}
    </FetchedCard>
  )
}

function Timeline({ events, order }: { events: OrderHistoryEvent[]; order: AdminOrderDetail }) {
  const isMadeKnown = events[0]?.kind === 'status' && events[0].from === null
  return (
    <ol className="relative flex flex-col gap-4 before:absolute before:bottom-2 before:left-[5px] before:top-2 before:w-px before:bg-line">
      {[...events].reverse().map((event) => (
        <Step key={event.id} at={event.createdAt} by={nameOf(event, order)}>
          {describe(event, order)}
        </Step>
      ))}
      {!isMadeKnown && <Step at={order.createdAt}>Ordered</Step>}
    </ol>
  )
}

function Step({ at, by, children }: { at: string; by?: string; children: string }) {
  return (
    <li className="relative pl-7">
      <span
        aria-hidden="true"
        className="absolute left-0 top-1.5 size-[11px] rounded-full border-2 border-accent bg-ground-raised"
      />
      <p className="text-sm font-medium text-ink [overflow-wrap:anywhere]">{children}</p>
      <p className="mt-0.5 text-sm tabular-nums text-ink-quiet">
        <time dateTime={at}>{formatMoment(at)}</time>
        {by && ` · by ${by}`}
      </p>
    </li>
  )
}

function AcceptedPolicies({ policies }: { policies: AcceptedPolicy[] | null }) {
  return (
    <details className="group mt-5 border-t border-line pt-4 text-sm">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 font-medium text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Policies accepted
      </summary>
      {policies === null && <p className="mt-2 text-ink-quiet">Not recorded for this order.</p>}
      <ul>
        {policies?.map(({ policy, version, sha256, acceptedAt }) => (
          <li key={policy} className="mt-2 text-ink-quiet">
            <p className="text-ink">
              {POLICY_NAMES[policy]}, version of {formatDate(version)}
            </p>
            <p className="tabular-nums">
              <time dateTime={acceptedAt}>{formatMoment(acceptedAt)}</time>
            </p>
            <p className="break-all">
              SHA-256 <span translate="no">{sha256}</span>
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}

function describe(event: OrderHistoryEvent, order: AdminOrderDetail): string {
  const { kind, from, to, note } = event
  if (kind === 'note') return note ?? 'Note'
  const same = describeSameStatus(event)
  if (same) return same
  const labels: Readonly<Record<string, string>> = { ...getStatusLabels(order), ...PAYMENT_STATUS_LABELS }
  const label = (value: string | null) => labels[value ?? ''] ?? value ?? ''
  const subject = kind === 'status' ? 'Status' : 'Payment'
  if (from === null) return kind === 'status' ? 'Ordered' : `${subject}: ${label(to)}`
  return `${subject}: ${label(from)} → ${label(to)}${note ? ` · ${note}` : ''}`
}

/** @returns undefined for a note of somebody unknown, such as a question of whoever had an offer's link */
function nameOf(event: OrderHistoryEvent, { buyer }: AdminOrderDetail): string | undefined {
  const { actor, actorKind, kind } = event
  if (!actor && actorKind !== 'customer') return ACTORS[actorKind]
  if (!actor && kind === 'note') return undefined
  // Buying names no account, because it needs none.
  const { firstName, lastName } = actor ?? buyer
  return `${firstName} ${lastName}`
}
