/** The places of the admin area: seven tabs, and those under 'Operations', some of which have sections. */
import {
  AppWindow,
  Banknote,
  FileText,
  History,
  LayoutDashboard,
  type LucideIcon,
  NotebookPen,
  Package,
  Settings,
  ShoppingBag,
  Star,
  TicketPercent,
  UserCog,
  UsersRound,
} from 'lucide-react'
import { type LazyExoticComponent, lazy, type ReactElement } from 'react'
import type { Operations } from '#api/contract/operations/jobs.ts'
import { setQuery } from '#site/kit/stores/address.ts'
import { OverviewTab } from './overview/overview-tab.tsx'

type Panel = () => ReactElement | null

/** What has an address of its own: a tab, a place without sections, or a section. */
interface Section {
  label: string
  Panel: Panel | LazyExoticComponent<Panel>
  /** Loads the code of the panel. Absent where it is part of the area's own code. */
  load?: () => Promise<unknown>
  /** The count of what waits for somebody there. */
  waiting?: Exclude<keyof Operations, 'queues'>
}

/** A section whose code is loaded when it is opened: its file exports a `Panel`. */
function section(
  label: string,
  load: () => Promise<{ Panel: Panel }>,
  waiting?: Section['waiting'],
): Section {
  return {
    label,
    load,
    Panel: lazy(async () => ({ default: (await load()).Panel })),
    ...(waiting && { waiting }),
  }
}

/** Each at `?tab=`. */
export const TABS = {
  overview: { label: 'Overview', Icon: LayoutDashboard, Panel: OverviewTab },
  users: { Icon: UsersRound, ...section('Users', () => import('./users/users-tab.tsx')) },
  orders: { Icon: ShoppingBag, ...section('Orders', () => import('./orders/orders-tab.tsx')) },
  registrations: {
    Icon: NotebookPen,
    ...section('Registrations', () => import('./registrations/registrations-tab.tsx')),
  },
  coupons: { Icon: TicketPercent, ...section('Coupons', () => import('./coupons/coupons-tab.tsx')) },
  packages: { Icon: Package, ...section('Packages', () => import('./packages/packages-tab.tsx')) },
  staff: { Icon: UserCog, ...section('Staff', () => import('./staff/staff-tab.tsx')) },
} satisfies Record<string, Section & { Icon: LucideIcon }>
export type TabId = keyof typeof TABS
export const TAB_IDS = Object.keys(TABS) as TabId[]

/** Each at `?view=`. Mails and notifications hold these addresses. */
const VIEWS = {
  offers: section('Offers', () => import('./offers/offer-list.tsx')),
  money: section('Unmatched payments', () => import('./money/unmatched-payments.tsx'), 'moneyToLookAt'),
  disputes: section('Disputes', () => import('./money/disputes.tsx'), 'openDisputes'),
  reviews: section('Reviews', () => import('./reviews/review-list.tsx'), 'waitingReviews'),
  events: section('Provider events', () => import('./activity/provider-events.tsx'), 'failingWebhooks'),
  jobs: section('Jobs', () => import('./activity/jobs.tsx'), 'failedJobs'),
  mail: section('Mails', () => import('./activity/mails.tsx'), 'unresolvedMails'),
  audit: section('Audit log', () => import('./activity/audit-log.tsx')),
  widget: section('Widget', () => import('./widget/widget-view.tsx')),
  keys: section('API keys', () => import('./settings/api-keys.tsx')),
  webhooks: section('Webhooks', () => import('./settings/webhooks.tsx'), 'brokenEndpoints'),
  notifications: section('Notifications', () => import('./settings/notification-mails.tsx')),
  replies: section('Saved replies', () => import('./settings/saved-replies.tsx')),
  setup: section('Setup', () => import('./settings/setup.tsx')),
} satisfies Record<string, Section>
type ViewId = keyof typeof VIEWS
export const VIEW_IDS = Object.keys(VIEWS) as ViewId[]

export type SectionId = TabId | ViewId
export const SECTIONS: Readonly<Record<SectionId, Section>> = { ...TABS, ...VIEWS }

interface Place {
  label: string
  Icon: LucideIcon
  /** The first is shown at the place's own address. */
  sections: readonly [ViewId, ...ViewId[]]
}

/** The places under 'Operations', each at `?view=`, too. */
export const OPERATIONS = {
  offers: { label: 'Offers', Icon: FileText, sections: ['offers'] },
  money: { label: 'Money', Icon: Banknote, sections: ['money', 'disputes'] },
  reviews: { label: 'Reviews', Icon: Star, sections: ['reviews'] },
  activity: { label: 'Activity', Icon: History, sections: ['events', 'jobs', 'mail', 'audit'] },
  widget: { label: 'Widget', Icon: AppWindow, sections: ['widget'] },
  settings: {
    label: 'Settings',
    Icon: Settings,
    sections: ['keys', 'webhooks', 'notifications', 'replies', 'setup'],
  },
} satisfies Record<string, Place>
export type PlaceId = keyof typeof OPERATIONS
export const PLACE_IDS = Object.keys(OPERATIONS) as PlaceId[]

/** @returns the place under 'Operations' that has the section; undefined for a tab */
export function findPlace(id: SectionId): Place | undefined {
  return Object.values<Place>(OPERATIONS).find(({ sections }) => sections.some((one) => one === id))
}

/** @returns the section of `?tab=orders` or `?view=mail`; for `?order=12` or `?user=12` alone their list, else the overview */
export function readSection(query: string): SectionId {
  const parameters = new URLSearchParams(query)
  const [tab, view] = [parameters.get('tab'), parameters.get('view')]
  // Links to `?tab=staff&view=money` are in mails and bookmarks; other tabs have views of their own.
  const mayHaveView = tab === null || tab === 'staff'
  const found = (mayHaveView && findView(view)) || TAB_IDS.find((id) => id === tab)
  return found ?? (parameters.has('user') ? 'users' : parameters.has('order') ? 'orders' : 'overview')
}

function findView(view: string | null): ViewId | undefined {
  const place = PLACE_IDS.find((id) => id === view)
  return place ? OPERATIONS[place].sections[0] : VIEW_IDS.find((id) => id === view)
}

export const isTab = (id: SectionId | PlaceId): id is TabId => id in TABS

export const writePlace = (id: SectionId | PlaceId) =>
  new URLSearchParams(isTab(id) ? { tab: id } : { view: id })

/** Opens a place without the search, the filters and the page of the present one. */
export function openPlace(id: SectionId | PlaceId, options?: { replace: boolean }): void {
  setQuery(writePlace(id), options)
}

/** @returns the query with the present names of filters: bookmarks have `?view=mail&mail-state=failed` */
export const renameFilters = (query: string): string =>
  query.replace(/(^\?|&)(webhook|job|mail|audit|money|dispute)-/g, '$1')

/** @returns how much waits for somebody in the sections; 0 before it is counted */
export function countWaiting(operations: Operations | undefined, sections: readonly ViewId[]): number {
  const counts = sections.map((id) => {
    const { waiting } = SECTIONS[id]
    return (waiting && operations?.[waiting]) ?? 0
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
