import { ArrowRight } from 'lucide-react'
import type { CustomerOrder } from '#api/contract/orders/orders.ts'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { PageSpinner } from '#site/kit/ui/primitives/page-spinner.tsx'
import { describeWork } from './orders/order-work.ts'

interface OverviewHeadingProps {
  /** If empty, site/components/welcome-name.js fills in the greeting of the last visit. */
  greeting: string
  /** undefined while they load. */
  orders?: CustomerOrder[] | undefined
  /** Whether the reader works here, and need not buy anything. */
  isStaff?: boolean
}

export function OverviewHeading({ greeting, orders, isStaff = false }: OverviewHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 data-greeting className="min-h-[1lh] text-title font-semibold text-ink [overflow-wrap:anywhere]">
          {greeting}
        </h1>
        <p className="mt-1.5 min-h-[2lh] text-ink-quiet empty:hidden sm:min-h-0">
          {describeWork(orders, isStaff)}
        </p>
      </div>
      <a
        href="/"
        className={buttonClass({ variant: orders?.length === 0 && !isStaff ? 'primary' : 'secondary' })}
      >
        Browse Packages
        <ArrowRight aria-hidden="true" className="size-4" />
      </a>
    </div>
  )
}

/** @param greeting '' when the page's HTML is built */
export function DashboardSpinner({ greeting }: { greeting: string }) {
  return (
    <PageSpinner
      heading={
        <div className="page pt-8 sm:pt-10">
          <OverviewHeading greeting={greeting} />
        </div>
      }
    />
  )
}
