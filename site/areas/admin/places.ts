/** The places of the admin area: seven tabs, and groups of others, some of which have sections. */
import {
  AppWindow,
  Banknote,
  FileText,
  History,
  LayoutDashboard,
  type LucideIcon,
  NotebookPen,
  Package,
  Scale,
  Settings,
  ShoppingBag,
  Star,
  TicketPercent,
  UserCog,
  UsersRound,
} from 'lucide-react'
import { type LazyExoticComponent, lazy, type ReactElement } from 'react'
import type { Operations } from '#api/contract/operations/jobs.ts'
import { renameQuery } from '#api/rules/former-names.ts'
import { setQuery } from '#site/kit/stores/address.ts'
import { OverviewTab } from './overview/overview-tab.tsx'

type Panel = () => ReactElement | null

/** Anything with its own URL: a tab, a place without sections, or a section. */
interface Section {
  label: string
  Panel: Panel | LazyExoticComponent<Panel>
  /** Loads the panel's code. Absent if it is part of the area's own code. */
  load?: () => Promise<unknown>
  /** The count of things that wait for somebody there. */
  waiting?: Exclude<keyof Operations, 'queues'>
}

/** A section whose code loads when it is opened. Its file exports a `Panel`. */
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

/** The tabs, each at `?tab=`. */
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

/** The sections, each at `?view=`. Mails and notifications contain these URLs. */
const VIEWS = {
  offers: section('Offers', () => import('./offers/offer-list.tsx')),
  money: section('Unmatched payments', () => import('./money/unmatched-payments.tsx'), 'moneyToLookAt'),
  disputes: section('Disputes', () => import('./money/disputes.tsx'), 'openDisputes'),
  reviews: section('Reviews', () => import('./reviews/review-list.tsx'), 'waitingReviews'),
  events: section('Provider events', () => import('./activity/provider-events.tsx'), 'failingProviderEvents'),
  jobs: section('Jobs', () => import('./activity/jobs.tsx'), 'failedJobs'),
  mail: section('Emails', () => import('./activity/mails.tsx'), 'unresolvedMails'),
  audit: section('Audit log', () => import('./activity/audit-log.tsx')),
  widget: section('Widget', () => import('./widget/widget-view.tsx')),
  notifications: section('Notifications', () => import('./settings/notification-mails.tsx')),
  replies: section('Saved replies', () => import('./settings/saved-replies.tsx')),
  keys: section('API keys', () => import('./settings/api-keys.tsx')),
  webhooks: section('Webhooks', () => import('./settings/webhooks.tsx'), 'brokenEndpoints'),
  setup: section('Setup', () => import('./settings/setup.tsx')),
} satisfies Record<string, Section>
export type ViewId = keyof typeof VIEWS
export const VIEW_IDS = Object.keys(VIEWS) as ViewId[]

export type SectionId = TabId | ViewId
export const SECTIONS: Readonly<Record<SectionId, Section>> = { ...TABS, ...VIEWS }

interface Place {
  label: string
  Icon: LucideIcon
  /** The first opens at the place's own URL. */
  sections: readonly [ViewId, ...ViewId[]]
}

/** The places beside the tabs, each at `?view=`. */
export const PLACES = {
  offers: { label: 'Offers', Icon: FileText, sections: ['offers'] },
  reviews: { label: 'Reviews', Icon: Star, sections: ['reviews'] },
  widget: { label: 'Widget', Icon: AppWindow, sections: ['widget'] },
  money: { label: 'Unmatched payments', Icon: Banknote, sections: ['money'] },
  disputes: { label: 'Disputes', Icon: Scale, sections: ['disputes'] },
  activity: { label: 'Activity', Icon: History, sections: ['events', 'jobs', 'mail', 'audit'] },
  settings: {
    label: 'Shop settings',
    Icon: Settings,
    sections: ['notifications', 'replies', 'keys', 'webhooks', 'setup'],
  },
} satisfies Record<string, Place>
export type PlaceId = keyof typeof PLACES

export const PLACE_GROUPS: readonly (readonly [label: string, places: readonly PlaceId[]])[] = [
  ['Sell', ['offers', 'reviews', 'widget']],
  ['Money', ['money', 'disputes']],
  ['Settings', ['activity', 'settings']],
]
export const PLACE_IDS = PLACE_GROUPS.flatMap(([, places]) => places)

/** @returns the place that has the section; undefined for a tab */
export function findPlace(id: SectionId): Place | undefined {
  return Object.values<Place>(PLACES).find(({ sections }) => sections.some((one) => one === id))
}

/** @returns the section of `?tab=orders` or `?view=mail`; for only `?order=12` or `?user=12` their list; else the overview */
export function readSection(query: string): SectionId {
  const parameters = new URLSearchParams(query)
  const [tab, view] = [parameters.get('tab'), parameters.get('view')]
  // Mails and bookmarks contain links to `?tab=staff&view=money`; other tabs have their own views.
  const mayHaveView = tab === null || tab === 'staff'
  const found = (mayHaveView && findView(view)) || TAB_IDS.find((id) => id === tab)
  return found ?? (parameters.has('user') ? 'users' : parameters.has('order') ? 'orders' : 'overview')
}

function findView(view: string | null): ViewId | undefined {
  const place = PLACE_IDS.find((id) => id === view)
  return place ? PLACES[place].sections[0] : VIEW_IDS.find((id) => id === view)
}

export const isTab = (id: SectionId | PlaceId): id is TabId => id in TABS

export const writePlace = (id: SectionId | PlaceId) =>
  new URLSearchParams(isTab(id) ? { tab: id } : { view: id })

/** Opens a place without the current search, filters and page. */
export function openPlace(id: SectionId | PlaceId, options?: { replace: boolean }): void {
  setQuery(writePlace(id), options)
}

/** @returns the query with the filters' current names: bookmarks have `?view=mail&mail-state=failed` */
export const renameFilters = (query: string): string =>
  renameQuery(query.replace(/(^\?|&)(webhook|job|mail|audit|money|dispute)-/g, '$1'))

/** @returns how many things wait for somebody in the sections; 0 until they are counted */
export function countWaiting(operations: Operations | undefined, sections: readonly ViewId[]): number {
  const counts = sections.map((id) => {
    const { waiting } = SECTIONS[id]
    return (waiting && operations?.[waiting]) ?? 0
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The counts of what went wrong. The others count what waits for a decision. */
const FAILURES = ['failingProviderEvents', 'failedJobs', 'unresolvedMails', 'brokenEndpoints'] as const

export function hasFailures(operations: Operations | undefined, sections: readonly ViewId[]): boolean {
  return FAILURES.some(
    (name) => (operations?.[name] ?? 0) > 0 && sections.some((id) => SECTIONS[id].waiting === name),
  )
}
