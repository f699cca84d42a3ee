import { type ComponentType, lazy } from 'react'

export const TAB_IDS = [
  'overview',
  'users',
  'orders',
  'registrations',
  'coupons',
  'packages',
  'staff',
] as const
export type TabId = (typeof TAB_IDS)[number]

/** Each is loaded when it is opened. */
export const TABS: Readonly<Record<TabId, { label: string; Panel: ComponentType }>> = {
  overview: {
    label: 'Overview',
    Panel: lazy(async () => ({ default: (await import('./overview/overview-tab.tsx')).OverviewTab })),
  },
  users: {
    label: 'Users',
    Panel: lazy(async () => ({ default: (await import('./users/users-tab.tsx')).UsersTab })),
  },
  orders: {
    label: 'Orders',
    Panel: lazy(async () => ({ default: (await import('./orders/orders-tab.tsx')).OrdersTab })),
  },
  registrations: {
    label: 'Registrations',
    Panel: lazy(async () => ({
      default: (await import('./registrations/registrations-tab.tsx')).RegistrationsTab,
    })),
  },
  coupons: {
    label: 'Coupons',
    Panel: lazy(async () => ({ default: (await import('./coupons/coupons-tab.tsx')).CouponsTab })),
  },
  packages: {
    label: 'Packages',
    Panel: lazy(async () => ({ default: (await import('./packages/packages-tab.tsx')).PackagesTab })),
  },
  staff: {
    label: 'Staff',
    Panel: lazy(async () => ({ default: (await import('./staff/staff-tab.tsx')).StaffTab })),
  },
}

/** `?tab=orders`; anything else is the overview. An order that was opened by its bare address, `?order=12`, is one of the orders. */
export function readTab(query: string): TabId {
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('tab') ?? (parameters.has('order') ? 'orders' : undefined)
  return TAB_IDS.find((id) => id === wanted) ?? 'overview'
}
