import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import type { User } from '#api/contract/people/auth.ts'
import { AccountMenu, AreaBar } from '#site/areas/account-menu.tsx'
import { AreaIsland } from '#site/areas/area-island.tsx'
import { TimesNote } from '#site/areas/times-note.tsx'
import { useTitle } from '#site/kit/shell/use-title.ts'
import { $query, setQuery } from '#site/kit/stores/address.ts'
import { $isAdminDenied } from '#site/kit/stores/admin.ts'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useLiveUnread } from '#site/order/conversation/unread.tsx'
import { AdminSpinner, PANEL } from './admin-spinner.tsx'
import { AccessDenied, useLogout } from './area-frame.tsx'
import { AreaNav, PANEL_ID, tabElementId } from './area-nav.tsx'
import { BellButton } from './notifications/bell-button.tsx'
import {
  findPlace,
  isTab,
  readSection,
  renameFilters,
  SECTIONS,
  type SectionId,
  writePlace,
} from './places.ts'
import { SearchButton } from './search/search-button.tsx'
import { SectionNav } from './section-nav.tsx'

if (typeof location !== 'undefined') {
  const query = renameFilters(location.search)
  if (query !== location.search) setQuery(new URLSearchParams(query), { replace: true })
  // Load the section's code while the session is still loading. Ignore a failure: opening the section shows it.
  SECTIONS[readSection(query)].load?.().catch(() => {})
}

export const AdminIsland = island(Admin)

function Admin() {
  if (useStore($isAdminDenied)) return <AccessDenied />
  return (
    <AreaIsland isFor={({ isAdmin }) => isAdmin} spinner={<AdminSpinner />}>
      {(user) => <AdminArea user={user} />}
    </AreaIsland>
  )
}

const UserPage = lazy(async () => ({ default: (await import('./people/user-page.tsx')).UserPage }))
const OfferPage = lazy(async () => ({ default: (await import('./offers/offer-page.tsx')).OfferPage }))
const OrderPage = lazy(async () => ({ default: (await import('./orders/order-page.tsx')).OrderPage }))

function AdminArea({ user }: { user: User }) {
  const query = useStore($query)
  const section = readSection(query)
  const parameters = new URLSearchParams(query)
  const [orderId, userId] = [parameters.get('order'), parameters.get('user')]
  const offerId = section === 'offers' ? parameters.get('offer') : null
  const back = writePlace(section)
  const { label } = SECTIONS[section]
  // The way back from an order that was opened from a person's page.
  const backToUser = userId && new URLSearchParams([...back, ['user', userId]])
  const logout = useLogout()
  useLiveUnread()

  return (
    <>
      <AreaBar>
        <div className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-x-3">
          <h1 className="truncate text-[15px] font-semibold leading-snug tracking-tight text-ink sm:shrink-0 sm:text-base">
            Admin Dashboard
          </h1>
          <p className="truncate text-xs text-ink-quiet sm:text-sm">Welcome back, {user.firstName}</p>
        </div>
        <SearchButton />
        <BellButton />
        <AccountMenu user={user} signOut={logout} />
      </AreaBar>
      <div className="min-h-[calc(100dvh-3.5rem)] bg-ground-quiet xl:grid xl:grid-cols-[14rem_minmax(0,1fr)] min-[1400px]:grid-cols-[15rem_minmax(0,1fr)]">
        <AreaNav section={section} />
        <div
          {...(isTab(section) && {
            id: PANEL_ID,
            role: 'tabpanel',
            'aria-labelledby': tabElementId(section),
          })}
          // Its foot is below the window until the content has come, so that the note there does not move.
          className={`${PANEL} max-xl:min-h-dvh`}
        >
          {!orderId && !userId && <SectionNav section={section} />}
          <Suspense
            key={orderId ?? (userId ? `user ${userId}` : offerId ? 'offer' : section)}
            fallback={<TabPlaceholder />}
          >
            {orderId ? (
              <OrderPage
                id={orderId}
                back={backToUser || back}
                backLabel={backToUser ? 'The customer' : label}
              />
            ) : userId ? (
              <UserPage id={userId} back={back} backLabel={label} />
            ) : offerId ? (
              <OfferPage id={offerId} />
            ) : (
              <SectionPanel section={section} />
            )}
          </Suspense>
          <TimesNote />
        </div>
      </div>
    </>
  )
}

function SectionPanel({ section }: { section: SectionId }) {
  const { label, Panel } = SECTIONS[section]
  const place = findPlace(section)?.label ?? label
  useTitle(place === label ? `${label} – Admin` : `${label} – ${place} – Admin`)
  return <Panel />
}

function TabPlaceholder() {
  return (
    <Loading className="rounded-lg border border-line bg-ground-raised p-6 shadow-card">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-4 h-11 w-full" />
      <Skeleton className="mt-4 h-96 w-full" />
    </Loading>
  )
}
