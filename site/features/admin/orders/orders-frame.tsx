import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { SearchInput } from '../../../ui/table/search-input.tsx'

export const SEARCH_HINT = 'Search invoice, customer, package or coupon'

/** The selectors of status, payment and package, and the days. On a phone they are behind a button. */
const FILTERS = [0, 1, 2, 3]

/** The top of the list of orders, until its code is loaded. DataTableToolbar has the same lines. */
export function OrdersFrame() {
  return (
    <div className="dense rounded-lg border border-line bg-ground-raised shadow-card">
      <div className="flex flex-col gap-2.5 px-4 py-3 sm:px-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-base font-semibold tracking-tight text-ink">Orders</h2>
          <Skeleton isStill className="min-h-target w-[16.5rem] max-md:hidden" />
        </div>
        <Skeleton
          isStill
          className="min-h-target w-full max-w-lg rounded-full [@media(pointer:fine)]:min-h-7"
        />
        <div inert className="flex flex-wrap gap-2 [&>search]:basis-48 max-md:[&>search]:basis-0">
          <SearchInput placeholder={SEARCH_HINT} />
          <Skeleton isStill className="min-h-target w-24 md:hidden" />
          {FILTERS.map((filter) => (
            <Skeleton
              key={filter}
              isStill
              className="min-h-target w-40 last:w-[20.5rem] max-md:hidden xl:max-[1400px]:w-36 xl:max-[1400px]:last:w-[20.5rem]"
            />
          ))}
        </div>
      </div>
    </div>
  )
}
