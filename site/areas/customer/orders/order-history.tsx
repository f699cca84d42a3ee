import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight, ClipboardList, SearchX } from 'lucide-react'
import type { CustomerOrder, OrderStatus } from '#api/contract/orders/orders.ts'
import { ORDER_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { InvoiceButton } from '#site/invoice/document-line.tsx'
import { formatDate } from '#site/kit/format/date.ts'
import { $query, changeQuery } from '#site/kit/stores/address.ts'
import { Select } from '#site/kit/ui/field/field.tsx'
import { ALL_OPTION } from '#site/kit/ui/field/options.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { PagerStep } from '#site/kit/ui/table/pager-step.tsx'
import { SearchInput } from '#site/kit/ui/table/search-input.tsx'
import { UnreadBadge } from '#site/order/conversation/unread.tsx'
import { OrderAmount, OrderLink, OrderStatusBadge } from './order-facts.tsx'
import { countOrders, listOrders, PAGE_SIZE, readListState } from './order-list.ts'
import type { OrderListProps } from './recent-orders.tsx'

interface HistoryProps extends OrderListProps, OrderActions {}

export function OrderHistory({ orders, error, onRetry, ...row }: HistoryProps) {
  const state = readListState(useStore($query))
  const isNarrowed = state.q.trim() !== '' || state.status !== ''
  const list = listOrders(orders ?? [], state)
  // The card above shows an only order whole.
  const isOnly = orders?.length === 1
  return (
    <Card title="Order History" description={orders && describeCount(orders.length, list.found, isNarrowed)}>
      {Boolean(error) && !orders && (
        <LoadFailed title="Your orders didn’t load" error={error} onRetry={onRetry}>
          They’re safe with us.
        </LoadFailed>
      )}
      {orders?.length === 0 && (
        <p className="px-5 py-6 text-sm text-ink-quiet sm:px-6">Your orders and invoices will appear here.</p>
      )}
      {orders && orders.length > 0 && (
        <>
          {!isOnly && <HistoryToolbar q={state.q} status={state.status} />}
          {list.found === 0 ? (
            <EmptyState
              icon={SearchX}
              title="No order matches"
              action={
                <Button
                  variant="secondary"
                  onClick={() => changeQuery({ q: undefined, status: undefined, page: undefined })}
                >
                  Show all orders
                </Button>
              }
            >
              Search for a package, an order or invoice number, a payment or a coupon.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {list.rows.map((order) => (
                <OrderRow key={order.id} order={order} {...row} />
              ))}
            </ul>
          )}
          {list.pages > 1 && <HistoryPager page={list.page} pages={list.pages} found={list.found} />}
        </>
      )}
    </Card>
  )
}

function describeCount(total: number, found: number, isNarrowed: boolean): string | undefined {
  if (total === 0) return undefined
  return isNarrowed ? `${found} of ${countOrders(total)}` : countOrders(total)
}

function HistoryPager({ page, pages, found }: { page: number; pages: number; found: number }) {
  const goTo = (next: number) => changeQuery({ page: next === 1 ? undefined : String(next) })
  const first = (page - 1) * PAGE_SIZE + 1
  return (
    <nav
      aria-label="Pages of orders"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-5 py-3 text-sm tabular-nums text-ink-quiet sm:px-6"
    >
      <p>
        <span className="font-medium text-ink">
          {first}–{Math.min(found, first + PAGE_SIZE - 1)}
        </span>{' '}
        of {found}
      </p>
      <div className="flex items-center gap-1">
        <PagerStep icon={ChevronLeft} label="Previous page" isOff={page === 1} onGo={() => goTo(page - 1)} />
        <p role="status" className="px-2">
          Page <span className="font-medium text-ink">{page}</span> of {pages}
        </p>
        <PagerStep icon={ChevronRight} label="Next page" isOff={page === pages} onGo={() => goTo(page + 1)} />
      </div>
    </nav>
  )
}

const LONGEST_SEARCH = 100

/** Keeps search and filter in the URL, so that a reload and the back button work. */
function HistoryToolbar({ q, status }: { q: string; status: OrderStatus | '' }) {
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-5 py-3 sm:px-6">
      <SearchInput
        value={q}
        maxLength={LONGEST_SEARCH}
        aria-label="Search orders"
        placeholder="Search orders"
        onChange={(event) => changeQuery({ q: event.target.value, page: undefined }, { replace: true })}
      />
      <Select
        frameClassName="flex-1 basis-40 sm:max-w-48"
        value={status || ALL_OPTION}
        aria-label="Status"
        onChange={({ target: { value } }) =>
          changeQuery({ status: value === ALL_OPTION ? '' : value, page: undefined }, { replace: true })
        }
      >
        <option value={ALL_OPTION}>All statuses</option>
        {Object.entries(ORDER_STATUS_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-6 lg:grid-cols-[minmax(0,1fr)_8rem_13rem_16rem] lg:items-center'
const FOCUS =
  'rounded focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'
const LINK = `-mx-1 -my-3 inline-block px-1 py-3 font-medium text-accent-strong underline-offset-4 hover:underline ${FOCUS}`

interface OrderActions {
  onShowPackage: (order: CustomerOrder) => void
  onAnswer: (order: CustomerOrder) => void
}

function OrderRow({ order, onShowPackage, onAnswer }: { order: CustomerOrder } & OrderActions) {
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => onShowPackage(order)}
          className={`-mx-1 -my-3 px-1 py-3 text-left text-sm font-semibold text-ink underline decoration-line-strong/60 underline-offset-4 transition-colors [overflow-wrap:anywhere] hover:text-accent-strong hover:decoration-current ${FOCUS}`}
        >
          {order.packageName}
        </button>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm tabular-nums text-ink-quiet">
          <OrderLink id={order.id} className={LINK}>
            Track <span translate="no">{order.invoiceNumber}</span>{' '}
            <UnreadBadge orderId={order.id} className="ml-1" />
          </OrderLink>
          {Number(order.refundedAmount) > 0 && (
            <OrderLink
              id={order.id}
              toInvoice
              label={`Credit note of ${order.invoiceNumber}`}
              className={LINK}
            >
              Credit note
            </OrderLink>
          )}
          {order.paymentId && (
            <span className="text-xs [overflow-wrap:anywhere]">
              Payment <span translate="no">{order.paymentId}</span>
            </span>
          )}
        </p>
      </div>
      <p className="text-sm tabular-nums text-ink-quiet sm:text-right lg:order-3">
        <OrderAmount order={order} />
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 lg:order-2 lg:flex-col lg:items-start">
        <OrderStatusBadge order={order} />
        <time dateTime={order.createdAt} className="text-sm tabular-nums text-ink-quiet">
          {formatDate(order.createdAt)}
        </time>
      </div>
      <div className="flex flex-wrap gap-2 sm:justify-end lg:order-4">
        <Button
          icon={ClipboardList}
          variant="secondary"
          aria-label={`Questions about ${order.packageName}, order ${order.id}`}
          className="flex-1 sm:flex-none"
          onClick={() => onAnswer(order)}
        >
          Questions
        </Button>
        <InvoiceButton orderId={order.id} className="flex-1 sm:min-w-28 sm:flex-none" />
      </div>
    </li>
  )
}
