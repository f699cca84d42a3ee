/** One order on a page of its own, `?order=12`: what its customer answered, who works on it, what was paid, what happened. */
import { ArrowLeft, PackageSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTitle } from '../../../shell/use-title.ts'
import { changeQuery } from '../../../stores/address.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { QueryLink } from '../../../ui/query-link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OrderAnswers } from './order-answers.tsx'
import { nameOrder } from './order-labels.ts'
import { StatusSelect } from './status-select.tsx'
import { useOrder } from './use-order.ts'

interface OrderPageProps {
  id: string
  /** Where it was opened from, and the way back leads. */
  back: URLSearchParams
  backLabel: string
}

export function OrderPage({ id, back, backLabel }: OrderPageProps) {
  const { order, failure, reload } = useOrder(id)
  const heading = useRef<HTMLHeadingElement>(null)
  const name = order ? nameOrder(order) : failure === 'unknown' ? 'Order not found' : `Order #${id}`
  usePlaceInList(id, heading)
  useTitle(`${name} – Admin`)

  return (
    <div className="flex flex-col gap-6">
      <div>
        <QueryLink
          href={`/admin?${back}`}
          onGo={() => changeQuery({ ...Object.fromEntries(back), order: undefined })}
          className={buttonClass({ variant: 'ghost', className: '-ml-4 -mt-4' })}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {backLabel}
        </QueryLink>
        <div className="flex flex-wrap items-center gap-x-4">
          <h2 ref={heading} tabIndex={-1} className="text-title font-semibold text-ink focus:outline-none">
            {name}
          </h2>
          {order && <StatusSelect order={order} onSaved={reload} />}
        </div>
        {order && <p className="text-ink-quiet">{order.packageName}</p>}
      </div>
      {!order && !failure && <OrderSkeleton />}
      {!order && failure === 'unknown' && (
        <Card>
          <EmptyState
            icon={PackageSearch}
            title={`There is no order #${id}`}
            action={
              <QueryLink
                href="/admin?tab=orders"
                onGo={() => changeQuery({ tab: 'orders', order: undefined })}
                className={buttonClass({ variant: 'secondary' })}
              >
                See all orders
              </QueryLink>
            }
          >
            The link may be mistyped.
          </EmptyState>
        </Card>
      )}
      {!order && failure === 'failed' && (
        <Card>
          <LoadFailed title="This order did not load" onRetry={() => void reload()} />
        </Card>
      )}
      {order && <OrderAnswers order={order} />}
    </div>
  )
}

/** An order opens at its top, with the focus on its name; who leaves it finds the list where it was. */
function usePlaceInList(id: string, heading: React.RefObject<HTMLElement | null>): void {
  // Read before the list goes: the page is shorter then.
  const [scrollTop] = useState(() => scrollY)
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
    return () => {
      scrollTo({ top: scrollTop, behavior: 'instant' })
      document.querySelector<HTMLElement>(`[data-order="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
    }
  }, [id, scrollTop, heading])
}

function OrderSkeleton() {
  return (
    <div role="status" className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  )
}
