/** The page of one person, `?user=12`: orders, messages, coupons, mails, sign-ins and rights. */
import { TicketPlus, UserCog, UserX } from 'lucide-react'
import type { UserPage as UserDetail } from '#api/contract/operations/users.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { OrderMails } from '#site/areas/admin/activity/mails.tsx'
import { CouponDialog } from '#site/areas/admin/coupons/coupon-dialog.tsx'
import { Email } from '#site/areas/admin/list/cells.tsx'
import { BackLink, useOpenedPage } from '#site/areas/admin/list/page-head.tsx'
import { PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { useFetchedById, useRefresh } from '#site/areas/admin/list/use-figure.ts'
import { PaymentLinkButton } from '#site/areas/admin/offers/payment-link.tsx'
import { Figure } from '#site/areas/admin/orders/order-summary.tsx'
import { RightsDialog } from '#site/areas/admin/users/rights-dialog.tsx'
import { RoleBadges } from '#site/areas/admin/users/users-tab.tsx'
import { formatDate } from '#site/kit/format/date.ts'
import { changeQuery } from '#site/kit/stores/address.ts'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useDialog } from '#site/kit/ui/use-dialog.ts'
import { UserContact, UserCoupons, UserLines, UserOrders, UserSignIns } from './user-parts.tsx'

interface UserPageProps {
  id: string
  /** The query of the place that the person was opened from, for the link back at the top. */
  back: URLSearchParams
  backLabel: string
}

export function UserPage({ id, back, backLabel }: UserPageProps) {
  const { data, error, failure, reload } = useFetchedById<UserDetail>('/api/admin/users', id)
  const isUnknown = failure === 'unknown'
  const name = data
    ? `${data.user.firstName} ${data.user.lastName}`
    : isUnknown
      ? 'Person not found'
      : `User #${id}`
  const heading = useOpenedPage(name)
  useRefresh(() => void reload())

  return (
    <div className="flex flex-col gap-5">
      <div>
        <BackLink to={back} onGo={() => changeQuery({ ...Object.fromEntries(back), user: undefined })}>
          {backLabel}
        </BackLink>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <h2
                ref={heading}
                tabIndex={-1}
                className="text-2xl font-semibold tracking-tight text-ink focus:outline-none [overflow-wrap:anywhere]"
              >
                {name}
              </h2>
              {data && <RoleBadges user={data.user} />}
            </div>
            {data && !data.user.isErased && (
              <p className="text-ink-quiet [overflow-wrap:anywhere]">
                <Email address={data.user.email} /> · since {formatDate(data.user.createdAt)}
              </p>
            )}
          </div>
          {data && !data.user.isErased && <UserActions page={data} onChanged={() => void reload()} />}
        </div>
      </div>
      {!data && !failure && <Waiting />}
      {isUnknown && <UnknownUser />}
      {!data && failure === 'failed' && (
        <Card>
          <LoadFailed title="This person didn’t load" error={error} onRetry={() => void reload()} />
        </Card>
      )}
      {data && <UserCards page={data} />}
    </div>
  )
}

function UserActions({ page: { user }, onChanged }: { page: UserDetail; onChanged: () => void }) {
  const [dialog, tools] = useDialog(onChanged)
  const { open } = tools
  return (
    <div className="flex max-w-full flex-wrap gap-3">
      <Button
        icon={UserCog}
        variant="secondary"
        onClick={() => open(<RightsDialog user={user} tools={tools} />)}
      >
        Account
      </Button>
      <PaymentLinkButton start={user} onDone={onChanged} />
      <Button
        icon={TicketPlus}
        variant="secondary"
        className="max-w-full"
        onClick={() => open(<CouponDialog ownerEmail={user.email} tools={tools} />)}
      >
        <span className="truncate">Coupon for {user.firstName}</span>
      </Button>
      {dialog}
    </div>
  )
}

function UserCards({ page }: { page: UserDetail }) {
  const { user, orders, conversations } = page
  const sums = [page, ...(page.otherPaid ?? [])]
  const waiting = conversations.filter(({ awaitsReply }) => awaitsReply).length
  return (
    <>
      {user.isErased && (
        <Card>
          <EmptyState icon={UserX} title="This customer was erased">
            Their name, address, messages and emails were removed. Nobody can sign in to the account. Orders
            are kept for accounting.
          </EmptyState>
        </Card>
      )}
      <dl className="grid grid-cols-2 overflow-clip rounded-lg border border-line bg-ground-raised text-sm shadow-card lg:grid-cols-4">
        <Figure label="Paid orders">{orders}</Figure>
        <Figure label="Paid">
          {sums.map(({ paid, currency }) => formatAmount(paid, currency)).join(' · ')}
        </Figure>
        <Figure label="Refunded">
          {sums.map(({ refunded, currency }) => formatAmount(refunded, currency)).join(' · ')}
        </Figure>
        <Figure label="Awaiting reply">
          {waiting === 0 ? 'No' : `In ${waiting === 1 ? 'one order' : `${waiting} orders`}`}
        </Figure>
      </dl>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <UserOrders page={page} />
          <UserLines title="Messages" empty="No messages yet." lines={conversations} />
          <UserLines title="Team notes" empty="No team notes yet." lines={page.notes} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 lg:row-span-2">
          {!user.isErased && <UserContact user={user} />}
          <UserCoupons page={page} />
          <UserSignIns page={page} />
        </div>
        <OrderMails
          opening={page}
          filter={`userId=${user.id}&limit=10`}
          empty="No recent emails to this customer."
        />
      </div>
    </>
  )
}

function Waiting() {
  return (
    <Loading className="grid gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <Skeleton className="h-20 rounded-lg lg:col-span-2" />
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </Loading>
  )
}

function UnknownUser() {
  return (
    <Card>
      <EmptyState
        icon={UserX}
        action={
          <PlaceLink to={{ tab: 'users' }} className={buttonClass({ variant: 'secondary' })}>
            See all users
          </PlaceLink>
        }
      >
        The link may be wrong or from another shop.
      </EmptyState>
    </Card>
  )
}
