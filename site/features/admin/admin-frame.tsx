import type { ReactNode } from 'react'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { AttentionSkeleton } from './overview/attention-frame.tsx'

export const PANEL = 'mx-auto w-full min-w-0 max-w-[96rem] px-4 pb-16 pt-4 sm:px-6'

/** The navigation, which is a rail beside the page where there is room, and the page. */
export function AdminFrame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-[calc(100dvh-3.5rem)] bg-ground-quiet xl:grid xl:grid-cols-[14rem_minmax(0,1fr)] min-[1400px]:grid-cols-[15rem_minmax(0,1fr)]">
      {children}
    </div>
  )
}

/** While it is not yet known who is here; who is expected sees how the area begins (site/layouts/early-calls.js). */
export function AdminSpinner() {
  return (
    <>
      <div className="hidden [[data-expected]_&]:block">
        <AdminFrame>
          <div className="h-[2.8125rem] border-b border-line bg-ground xl:h-auto xl:border-b-0 xl:border-r" />
          <div className={PANEL}>
            <AttentionSkeleton />
          </div>
        </AdminFrame>
      </div>
      <div className="[[data-expected]_&]:hidden">
        <PageSpinner />
      </div>
    </>
  )
}
