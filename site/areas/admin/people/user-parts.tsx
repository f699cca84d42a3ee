import type { ReactNode } from 'react'
import type { Coupon } from '#api/contract/catalogue/coupons.ts'
import type { UserPage } from '#api/contract/operations/users.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { User } from '#api/contract/people/auth.ts'
import { nameCountry } from '#api/rules/countries.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { ACTIONS } from '#site/areas/admin/activity/audit-log.tsx'
import { DateCell, Email, MomentCell } from '#site/areas/admin/list/cells.tsx'
import { FetchedCard } from '#site/areas/admin/list/fetched-card.tsx'
import { AdminOrderLink, PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { describePayment, nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { StateBadge, StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'

const MOST_ORDERS = 20
const ROW = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3 text-sm sm:px-6'

export function UserOrders({ page }: { page: UserPage }) {
  const { user } = page
  return (
    <FetchedCard<ListedOrder[]>
      opening={page}
      path={`/api/admin/orders?userId=${user.id}&limit=${MOST_ORDERS}`}
      title="Orders"
      failure="The orders didn’t load"
      empty="No orders yet."
    >
      {(orders) => (
        <>
          <ul className="divide-y divide-line">
            {orders.map((order) => (
              <li key={order.id} className={ROW}>
                <div className="min-w-0">
                  <p className="text-ink [overflow-wrap:anywhere]">
                    <AdminOrderLink id={order.id}>{nameOrder(order)}</AdminOrderLink> · {order.packageName}
                  </p>
                  <p className="tabular-nums text-ink-quiet">
                    {formatAmount(order.amount, order.currency)} · {describePayment(order)} ·{' '}
                    <DateCell iso={order.createdAt} />
                    {!PAYMENT_STATUS[order.paymentStatus].isUnpaid &&
                      order.answers.asked > 0 &&
                      ` · ${order.answers.answered} of ${order.answers.asked} answered`}
                  </p>
                </div>
                {!PAYMENT_STATUS[order.paymentStatus].isUnpaid && (
                  <StatusBadge kind="order" status={order.status} />
                )}
              </li>
            ))}
          </ul>
          {orders.length === MOST_ORDERS && (
            <Foot to={{ tab: 'orders', q: user.email }}>View all their orders</Foot>
          )}
        </>
      )}
    </FetchedCard>
  )
}

interface UserLinesProps {
  title: string
  empty: string
  lines: (UserPage['notes'][number] & { awaitsReply?: boolean })[]
}

/** What was written in the conversations of the person's orders. Each line links to its order. */
export function UserLines({ title, empty, lines }: UserLinesProps) {
  return (
    <Part title={title} empty={lines.length === 0 && empty}>
      {lines.map(({ order, author, text, at, awaitsReply }) => (
        <li key={`${order.id} ${at}`} className="px-5 py-3 text-sm sm:px-6">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-quiet">
            <AdminOrderLink id={order.id}>{nameOrder(order)}</AdminOrderLink>
            <span>{order.packageName}</span>
            {awaitsReply && <Badge tone="caution">Awaiting reply</Badge>}
          </p>
          <p className="mt-0.5 line-clamp-2 text-ink [overflow-wrap:anywhere]">{text}</p>
          <p className="mt-0.5 tabular-nums text-ink-quiet">
            {author.firstName} {author.lastName} · <MomentCell iso={at} />
          </p>
        </li>
      ))}
    </Part>
  )
}

export function UserContact({ user }: { user: User }) {
  const { email, phone, company, jobTitle, address, city, state, zipCode, country, taxId } =
    omitPlaceholders(user)
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [address, place, country && nameCountry(country)].filter(Boolean)
  return (
    <Card isDense title="Contact">
      <dl className="flex flex-col gap-3 px-5 py-4 text-sm sm:px-6">
        <Fact label="Email">
          <a href={`mailto:${email}`} className="link -my-1 inline-block py-1">
            <Email address={email} />
          </a>
          {!user.isEmailVerified && <span className="block text-ink-quiet">Not confirmed yet</span>}
        </Fact>
        {phone && <Fact label="Phone">{phone}</Fact>}
        {(company || jobTitle) && (
          <Fact label="Company and job title">{[company, jobTitle].filter(Boolean).join(', ')}</Fact>
        )}
        {lines.length > 0 && (
          <Fact label="Address">
            {lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Fact>
        )}
        {taxId && <Fact label="Tax ID">{taxId}</Fact>}
      </dl>
    </Card>
  )
}

export function UserCoupons({ page }: { page: UserPage }) {
  return (
    <FetchedCard<Coupon[]>
      opening={page}
      path={`/api/coupons?ownerId=${page.user.id}`}
      title="Personal coupons"
      failure="The coupons didn’t load"
      empty="No personal coupons."
    >
      {(coupons) => (
        <ul className="divide-y divide-line">
          {coupons.map(({ id, code, discount, discountType, currency, displayStatus, expiresAt }) => (
            <li key={id} className={ROW}>
              <div className="min-w-0">
                <PlaceLink
                  to={{ tab: 'coupons', q: code }}
                  className="link -my-1 inline-block py-1 [overflow-wrap:anywhere]"
                >
                  {code}
                </PlaceLink>
                <p className="text-ink-quiet">
                  {discountType === 'percentage' ? `${discount}%` : formatAmount(discount, currency)} off
                  {expiresAt && (
                    <>
                      {' '}
                      · until <DateCell iso={expiresAt} />
                    </>
                  )}
                </p>
              </div>
              <StatusBadge kind="coupon" status={displayStatus} />
            </li>
          ))}
        </ul>
      )}
    </FetchedCard>
  )
}

export function UserSignIns({ page: { sessions, signIns } }: { page: UserPage }) {
  return (
    <Part title="Sign-ins" empty={sessions.length + signIns.length === 0 && 'No sign-ins yet.'}>
      {sessions.map(({ id, device, address, lastSeenAt }) => (
        <li key={id} className={ROW}>
          <div className="min-w-0">
            <p className="text-ink">{device}</p>
            <p className="tabular-nums text-ink-quiet [overflow-wrap:anywhere]">
              {address && `${address} · `}last seen {formatMoment(lastSeenAt)}
            </p>
          </div>
          <Badge tone="positive">Signed in</Badge>
        </li>
      ))}
      {signIns.map(({ at, action, address }) => (
        <li key={`${at} ${action}`} className={ROW}>
          <p className="tabular-nums text-ink-quiet">
            <MomentCell iso={at} />
            {address && ` · ${address}`}
          </p>
          <StateBadge look={ACTIONS[action]} />
        </li>
      ))}
    </Part>
  )
}

function Part({ title, empty, children }: { title: string; empty: string | false; children: ReactNode }) {
  return (
    <Card isDense title={title}>
      {empty && <p className="px-5 py-4 text-sm text-ink-quiet sm:px-6">{empty}</p>}
      {!empty && <ul className="divide-y divide-line">{children}</ul>}
    </Card>
  )
}

function Foot({ to, children }: { to: Record<string, string>; children: ReactNode }) {
  return (
    <div className="border-t border-line px-5 py-2 text-sm sm:px-6">
      <PlaceLink to={to} className="link inline-flex min-h-target items-center">
        {children}
      </PlaceLink>
    </div>
  )
}
