import { PageSpinner } from '#site/kit/ui/primitives/page-spinner.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { SearchInput } from '#site/kit/ui/table/search-input.tsx'
import { AttentionFrame } from './overview/attention-frame.tsx'

/** The classes of the area's main part, beside or below the navigation. */
export const PANEL =
  'relative mx-auto w-full min-w-0 max-w-[96rem] px-4 pb-16 pt-6 sm:px-6 xl:max-[1400px]:px-4'

/** Shown until the session is known. Its frames stand where AdminArea draws them, so that nothing moves. */
export function AdminSpinner() {
  return (
    <PageSpinner
      heading={
        <>
          <div className="h-[2.8125rem] border-b border-line bg-ground xl:hidden" />
          <div className="xl:pl-56 min-[1400px]:pl-60">
            <div className={PANEL}>
              <div className="hidden [[data-expected='']_&]:block">
                <AttentionFrame />
              </div>
              <div className="hidden [[data-expected=orders]_&]:block">
                <OrdersFrame />
              </div>
            </div>
          </div>
        </>
      }
    />
  )
}

export const SEARCH_HINT = 'Search orders'

/** The filters for status, payment and package, and the dates. On a phone they are behind a button. */
const FILTERS = [0, 1, 2, 3]

/** The top of the order list until its code is loaded. Must have the same rows as DataTableToolbar. */
function OrdersFrame() {
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
