import { ChevronRight, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { MAIL_LABELS } from '#api/contract/operations/mail-kinds.ts'
import type { Attention } from '#api/contract/operations/overview.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { isAlarm, ORDER_ATTENTION, type OrderAttention } from '#api/rules/orders.ts'
import { omitThisYear } from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink, PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { describeCode, describeFlag, describeJob } from '#site/areas/admin/list/row-labels.ts'
import { formatTotal } from '#site/kit/format/count.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { describeWait, shortenWait } from '#site/order/conversation/reply-notices.tsx'
import { AttentionFrame, AttentionSkeleton } from './attention-frame.tsx'

interface Group {
  label: string
  total: number
  /** The query of the list that shows the whole group. */
  place: Record<string, string>
  isLate?: boolean
  items: Item[]
}

interface Item {
  key: string | number
  link: ReactNode
  about: string
  /** A date without the current year, or for how many business hours the item has waited. */
  at: string
  atTitle?: string
}

type OrderGroup = Attention['orders'][number]

/** From this many kinds on, each shows its first item only, so that the figures below stay on the first screen. */
const MANY_KINDS = 4

/** What waits for an admin: the first items of each kind, with a link to all. */
export function AttentionCard({ attention }: { attention: Attention | undefined }) {
  if (!attention) return <AttentionSkeleton />
  const groups = toGroups(attention).filter(({ total }) => total > 0)
  return (
    <AttentionFrame>
      {groups.length === 0 ? (
        <p className="flex items-center gap-2 px-5 py-3 text-sm text-ink-quiet sm:px-6">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-positive" />
          Nothing needs your attention
        </p>
      ) : (
        <div className="dense grid overflow-clip rounded-b-lg md:grid-cols-2 xl:grid-cols-3">
          {groups.map((group) => (
            <AttentionGroup
              key={group.label}
              group={group}
              items={group.items.slice(0, groups.length < MANY_KINDS ? undefined : 1)}
            />
          ))}
        </div>
      )}
    </AttentionFrame>
  )
}

interface AttentionGroupProps {
  group: Group
  items: Item[]
}

function AttentionGroup({ group: { label, total, place, isLate }, items }: AttentionGroupProps) {
  return (
    <section
      aria-label={label}
      className="-mb-px -mr-px min-w-0 border-b border-r border-line px-5 py-1.5 sm:px-6"
    >
      <h3 className="text-sm font-semibold text-ink">
        <PlaceLink
          to={place}
          aria-label={`Show all: ${label}, ${formatTotal(total)}`}
          className="inline-flex min-h-target items-center gap-1.5 rounded underline-offset-4 hover:underline focus-visible:outline focus-visible:outline-2 focus-visible:outline-accent sm:min-h-7 sm:pointer-coarse:min-h-target"
        >
          {label}
          <span className={`tabular-nums ${isLate ? 'text-negative' : 'text-ink-quiet'}`}>
            {formatTotal(total)}
          </span>
          <ChevronRight aria-hidden="true" className="size-4 text-ink-quiet" />
        </PlaceLink>
      </h3>
      <ul>
        {items.map(({ key, link, about, at, atTitle }) => (
          <li
            key={key}
            className="flex min-h-7 items-center gap-3 text-[13px] [@media(pointer:coarse)]:min-h-target"
          >
            <span className="min-w-0 max-w-[45%] shrink-0 truncate">{link}</span>
            <span title={about} className="min-w-0 flex-1 truncate text-ink-quiet">
              {about}
            </span>
            <span
              title={atTitle}
              className={`shrink-0 whitespace-nowrap tabular-nums ${isLate ? 'font-medium text-negative' : 'text-ink-quiet'}`}
            >
              {omitThisYear(at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const link = (text: string, to: Record<string, string>) => (
  <PlaceLink to={to} className="link">
    {text}
  </PlaceLink>
)

const linkOrder = ({ id, invoiceNumber }: { id: number; invoiceNumber: string }) => (
  <AdminOrderLink id={id}>
    <span translate="no">{invoiceNumber}</span>
  </AdminOrderLink>
)

/** The kinds whose orders are all of another kind, too. An order is listed once, under the graver. */
const GRAVER: Partial<Record<OrderAttention, OrderAttention>> = {
  awaitsReply: 'lateReply',
  refundAsked: 'refundLate',
}

/** @returns the orders that no graver kind lists; a total of 0 if it has them all */
function omitGraver({ attention, total, first }: OrderGroup, all: readonly OrderGroup[]): OrderGroup {
  const graver = all.find((group) => group.attention === GRAVER[attention])
  if (!graver) return { attention, total, first }
  const listed = new Set(graver.first.map(({ id }) => id))
  return {
    attention,
    total: total > graver.total ? total : 0,
    first: first.filter(({ id }) => !listed.has(id)),
  }
}

function toGroups({ orders, disputes, money, jobs, mails }: Attention): Group[] {
  const ofOrders = orders
    .map((group) => omitGraver(group, orders))
    .map(
      ({ attention, total, first }): Group => ({
        label: ORDER_ATTENTION[attention].label,
        total,
        place: { tab: 'orders', attention, sort: ORDER_ATTENTION[attention].sort },
        isLate: attention === 'overdue' || isAlarm(attention),
        items: first.map((order) => toItem(order, attention)),
      }),
    )
  return [
    ...ofOrders,
    {
      label: 'Disputes to answer',
      total: disputes.total,
      place: { view: 'disputes', state: 'unanswered' },
      isLate: true,
      items: disputes.first.map((dispute) => ({
        key: dispute.id,
        link: dispute.order
          ? linkOrder(dispute.order)
          : link(dispute.providerDisputeId, { view: 'disputes', q: dispute.providerDisputeId }),
        about: `${formatAmount(dispute.amount, dispute.currency)} · ${describeCode(dispute.reason)}`,
        at: dispute.respondBy
          ? `Due ${formatDate(dispute.respondBy)}`
          : `Opened ${formatDate(dispute.openedAt)}`,
      })),
    },
    {
      label: 'Unmatched payments',
      total: money.total,
      place: { view: 'money' },
      items: money.first.map((payment) => ({
        key: payment.id,
        link: payment.order
          ? linkOrder(payment.order)
          : link(payment.providerPaymentId ?? `Payment ${payment.id}`, {
              view: 'money',
              q: payment.providerPaymentId ?? '',
            }),
        about: `${formatAmount(payment.amount, payment.currency)} · ${describeFlag(payment.flag).title}`,
        at: formatDate(payment.createdAt),
      })),
    },
    {
      label: 'Failed jobs',
      total: jobs.total,
      place: { view: 'jobs' },
      items: jobs.first.map((job) => ({
        key: job.id,
        link: link(describeJob(job), { view: 'jobs', queue: job.queue }),
        about: job.error ?? '',
        at: formatDate(job.failedAt ?? job.createdAt),
      })),
    },
    {
      label: 'Bounced emails',
      total: mails.total,
      place: { view: 'mail', state: 'unresolved' },
      items: mails.first.map((mail) => ({
        key: mail.id,
        link: link(MAIL_LABELS[mail.kind], {
          view: 'mail',
          state: 'unresolved',
          q: mail.toEmail ?? '',
        }),
        about: mail.toEmail ?? mail.reason ?? '',
        at: formatDate(mail.endedAt ?? mail.createdAt),
      })),
    },
  ]
}

/** Shows how long the customer has waited for a reply, the promised date, the date to decide by, or the order date. */
function toItem(
  {
    id,
    invoiceNumber,
    customer,
    packageName,
    promisedBy,
    refundDueBy,
    refundPendingSince,
    awaitsReplySince,
    createdAt,
  }: ListedOrder,
  attention: OrderAttention,
): Item {
  const isDue = ORDER_ATTENTION[attention].sort === 'promisedBy'
  const isReview = attention === 'refundAsked' || attention === 'refundLate'
  const due = isReview ? refundDueBy : isDue && promisedBy
  const isReply = attention === 'awaitsReply' || attention === 'lateReply'
  const since = isReply && awaitsReplySince
  return {
    key: id,
    link: linkOrder({ id, invoiceNumber }),
    about: `${customer.firstName} ${customer.lastName} · ${packageName}`,
    ...(since && { atTitle: describeWait(new Date(since), new Date()) }),
    at: since
      ? shortenWait(new Date(since), new Date())
      : due
        ? `${isReview ? 'Due ' : ''}${formatPromise(new Date(due))}`
        : attention === 'refundPending' && refundPendingSince
          ? formatDate(refundPendingSince)
          : `Ordered ${formatDate(createdAt)}`,
  }
}
