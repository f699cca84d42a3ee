import { PageSpinner } from '../../ui/primitives/page-spinner.tsx'
import { OrdersFrame } from './orders/orders-frame.tsx'
import { AttentionFrame } from './overview/attention-frame.tsx'

/** The look of the area's main part, beside or below the navigation. */
export const PANEL =
  'relative mx-auto w-full min-w-0 max-w-[96rem] px-4 pb-16 pt-6 sm:px-6 xl:max-[1400px]:px-4'

/** Shown until the session is known. Its frames are where AdminArea draws them, so that nothing moves. */
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
