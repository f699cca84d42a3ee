import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import type { AcceptedPolicy } from '../../../../api/contract/accepted-policies.ts'
import type { ListedOrder, OrderHistoryEvent } from '../../../../api/contract/admin.ts'
import { getStatusLabels, PAYMENT_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { formatDate, formatMoment } from '../../../format/date.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { Dialog, DialogDone } from '../../../ui/dialog.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PromisedBy } from '../../../ui/promised-by.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { OrderDisputes } from '../disputes/order-disputes.tsx'
import { nameOrder } from './order-labels.ts'

const SKELETON_ROWS = [0, 1, 2]
const ACTORS: Readonly<Record<OrderHistoryEvent['actorKind'], string>> = {
  customer: 'the customer',
  staff: 'staff',
  admin: 'an admin',
  system: 'the shop',
  provider: 'the payment provider',
}
const POLICY_NAMES: Readonly<Record<AcceptedPolicy['policy'], string>> = {
  'terms-of-service': 'Terms of Service',
  'refund-policy': 'Refund Policy',
}
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Every change of an order's work and money, newest first. */
export function HistoryDialog({ order, onClose }: { order: ListedOrder; onClose: () => void }) {
  const store = useMemo(
    () => createFigureStore<OrderHistoryEvent[]>([`/api/admin/orders/${order.id}/history`]),
    [order.id],
  )
  const { data, error, loading } = useStore(store)

  // The cache may lack the latest change.
  useEffect(() => store.revalidate(), [store])
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title="Order History"
      description={`${nameOrder(order)} · ${order.packageName}`}
      footer={<DialogDone onClose={onClose} />}
    >
      {!data && error && !loading && (
        <LoadFailed title="The history did not load" onRetry={() => store.invalidate()} />
      )}
      {!data && (!error || loading) && <HistorySkeleton />}
      {data && <Timeline events={data} order={order} />}
      <Delivery order={order} />
      <OrderDisputes orderId={order.id} />
      <AcceptedPolicies order={order} />
    </Dialog>
  )
}

function Timeline({ events, order }: { events: OrderHistoryEvent[]; order: ListedOrder }) {
  const isMadeKnown = events[0]?.kind === 'status' && events[0].from === null
  return (
    <ol className="relative flex flex-col gap-5 before:absolute before:bottom-2 before:left-[5px] before:top-2 before:w-px before:bg-line">
      {events.toReversed().map((event) => (
        <Step key={event.id} at={event.createdAt} by={nameOf(event)}>
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
        <time dateTime={at}>
          {formatDate(at)}, {time.format(new Date(at))}
        </time>
        {by && ` · by ${by}`}
      </p>
    </li>
  )
}

/** The promised date, and what the order is ready for. */
function Delivery({ order }: { order: ListedOrder }) {
  if (!order.promisedBy) return null
  return (
    <section className="mt-6 border-t border-line pt-5 text-sm">
      <h3 className="font-medium text-ink">Promised by</h3>
      <p className="mt-1 tabular-nums text-ink-quiet">
        <PromisedBy order={order} />
      </p>
      {order.readyTo && (
        <p className="mt-2">
          <StatusBadge kind="ready" status={order.readyTo} />
        </p>
      )}
    </section>
  )
}

/** The version of each policy that the buyer accepted, with the hash of its text. */
function AcceptedPolicies({ order: { acceptedPolicies } }: { order: ListedOrder }) {
  return (
    <section className="mt-6 border-t border-line pt-5 text-sm">
      <h3 className="font-medium text-ink">Accepted when ordering</h3>
      {acceptedPolicies === null && <p className="mt-1 text-ink-quiet">Not recorded for this order.</p>}
      <ul>
        {acceptedPolicies?.map(({ policy, version, sha256, acceptedAt }) => (
          <li key={policy} className="mt-2 text-ink-quiet">
            <p className="text-ink">
              {POLICY_NAMES[policy]}, version of {formatDate(version)}
            </p>
            <p className="tabular-nums">
              <time dateTime={acceptedAt}>{formatMoment(acceptedAt)}</time>
            </p>
            <p className="break-all">SHA-256 {sha256}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describe({ kind, from, to, note }: OrderHistoryEvent, order: ListedOrder): string {
  if (kind === 'note') return note ?? 'Note'
  const labels: Readonly<Record<string, string>> = { ...getStatusLabels(order), ...PAYMENT_STATUS_LABELS }
  const label = (value: string | null) => labels[value ?? ''] ?? value ?? ''
  const subject = kind === 'status' ? 'Status' : 'Payment'
  if (from === null) return kind === 'status' ? `Ordered: ${label(to)}` : `${subject}: ${label(to)}`
  return `${subject}: ${label(from)} → ${label(to)}${note ? ` · ${note}` : ''}`
}

function nameOf({ actor, actorKind }: OrderHistoryEvent): string {
  return actor ? `${actor.firstName} ${actor.lastName}` : ACTORS[actorKind]
}

function HistorySkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading...</span>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex flex-col gap-2 pl-7">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
    </div>
  )
}
