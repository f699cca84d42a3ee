import { brand, currencies } from 'virtual:content'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderContact as Contact, Order } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { describePartlyPaid } from '#api/rules/money/instalments.ts'
import { hasRupeesBeside } from '#api/rules/money/sold-in.ts'
import { awaitsDecision } from '#api/rules/order-work/work-state.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { PROJECT_REPLY_HOURS } from '#api/rules/promises.ts'
import { isPartlyRefunded } from '#api/rules/status-labels.ts'
import { changeQuery } from '#site/kit/stores/address.ts'
import { QueryLink } from '#site/kit/ui/primitives/query-link.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'

/** The amount as it was charged and, if shown, in rupees. @example '$1,299.00 · ₹1,08,465.50' */
export function describeAmount({
  amount,
  amountInr,
  currency,
}: Pick<Order, 'amount' | 'amountInr' | 'currency'>): string {
  const charged = formatAmount(amount, currency)
  return hasRupeesBeside(currencies, currency)
    ? `${charged} · ${formatAmount(amountInr ?? 0, 'INR')}`
    : charged
}

/** The amount, and what is paid of it where an order is paid in instalments. */
export function OrderAmount({
  order,
}: {
  order: Pick<Order, 'amount' | 'amountInr' | 'currency' | 'paymentStatus' | 'paidAmount'>
}) {
  const partlyPaid = describePartlyPaid(order)
  return (
    <>
      <span className="font-semibold text-ink">{describeAmount(order)}</span>
      {partlyPaid && <span className="block text-caution">{partlyPaid}</span>}
    </>
  )
}

/** The order's status badges. While the order is open, the delivery's state replaces the status; a refund adds its own badge. */
export function OrderStatusBadge({
  order,
}: {
  order: Pick<Order, 'status' | 'paymentStatus' | 'refundedAmount' | 'workState'>
}) {
  const { status, workState } = order
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {!(workState && ORDER_STATUS[status].isOpen) && <StatusBadge kind="order" status={status} />}
      {/* While the team decides on a change, the order counts as delivered for the customer. */}
      {workState && <StatusBadge kind="work" status={awaitsDecision(workState) ? 'delivered' : workState} />}
      {PAYMENT_STATUS[order.paymentStatus].isRefunded && <StatusBadge kind="payment" status="refunded" />}
      {isPartlyRefunded(order) && <StatusBadge kind="payment" status="partly_refunded" />}
    </span>
  )
}

export function OrderLink({
  id,
  toInvoice = false,
  label,
  className,
  children,
}: {
  id: number
  /** Whether it leads to the invoices on the order's page. */
  toInvoice?: boolean
  /** For screen readers, if the link's text does not name the order. */
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    <QueryLink
      href={`/dashboard?order=${id}${toInvoice ? '&invoice=1' : ''}`}
      data-order={id}
      aria-label={label}
      className={className}
      onGo={() => changeQuery({ order: String(id), invoice: toInvoice ? '1' : undefined })}
    >
      {children}
    </QueryLink>
  )
}

interface OrderContactProps {
  contacts: Contact[]
  /** In a list of orders: the names alone. */
  isShort?: boolean
  className?: string
}

/** The team members who work on an order, their address, and when they reply. */
export function OrderContact({ contacts, isShort = false, className = '' }: OrderContactProps) {
  const [first] = contacts
  return (
    <div className={`flex min-w-0 gap-3 text-sm ${isShort ? 'items-center' : ''} ${className}`}>
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-ground-quiet text-xs font-semibold text-ink-quiet ring-1 ring-inset ring-line"
      >
        {first ? initialsOf(first) : <UserRound className="size-4" />}
      </span>
      <div className="min-w-0">
        {contacts.length === 0 && (
          <p className="text-ink">Your contact will appear here once your order is assigned.</p>
        )}
        {contacts.map((contact) => (
          <p
            key={`${contact.firstName} ${contact.lastName} ${contact.role}`}
            className="text-ink-quiet [overflow-wrap:anywhere]"
          >
            <span className="font-medium text-ink">
              {contact.firstName} {contact.lastName}
            </span>
            {nameRole(contact) && `, ${nameRole(contact)}`}
          </p>
        ))}
        {!isShort && (
          <>
            <p className="mt-0.5 text-ink-quiet">
              <a
                translate="no"
                href={`mailto:${brand.email.support}`}
                className="rounded font-medium text-accent-strong underline-offset-4 [overflow-wrap:anywhere] hover:underline focus-visible:outline focus-visible:outline-2 focus-visible:outline-accent"
              >
                {brand.email.support}
              </a>
            </p>
            <p className="text-ink-quiet">Replies within {PROJECT_REPLY_HOURS} business hours</p>
          </>
        )}
      </div>
    </div>
  )
}

/** Omits the placeholder job title, which a staff member has who once bought as a guest. */
const nameRole = ({ role }: Contact): string => omitPlaceholders({ jobTitle: role }).jobTitle

const initialsOf = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].map((name) => [...name][0] ?? '').join('')
