/** The places of the admin area: its seven tabs, and the views of the shop's operations. */
import {
  AppWindow,
  Banknote,
  BellRing,
  Cog,
  FileText,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessageSquareText,
  NotebookPen,
  Package,
  Scale,
  ShoppingBag,
  Star,
  Stethoscope,
  TicketPercent,
  UserCog,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { type LazyExoticComponent, lazy, type ReactElement } from 'react'
import type { Operations } from '#api/contract/operations/jobs.ts'
import { setQuery } from '#site/kit/stores/address.ts'
import { OverviewTab } from './overview/overview-tab.tsx'

type Panel = () => ReactElement | null

interface Place {
  label: string
  Icon: LucideIcon
  Panel: Panel | LazyExoticComponent<Panel>
  /** Loads the code of the panel. Absent where it is part of the area's own code. */
  load?: () => Promise<unknown>
  /** The count of what waits for somebody there. */
  waiting?: Exclude<keyof Operations, 'queues'>
}

/** A place whose code is loaded when it is opened: its file exports a `Panel`. */
function place(
  label: string,
  Icon: LucideIcon,
  load: () => Promise<{ Panel: Panel }>,
  waiting?: Place['waiting'],
): Place {
  return {
    label,
    Icon,
    load,
    Panel: lazy(async () => ({ default: (await load()).Panel })),
    ...(waiting && { waiting }),
  }
}

/** Each at `?tab=`. */
const TABS = {
  overview: { label: 'Overview', Icon: LayoutDashboard, Panel: OverviewTab },
  users: place('Users', UsersRound, () => import('./users/users-tab.tsx')),
  orders: place('Orders', ShoppingBag, () => import('./orders/orders-tab.tsx')),
  registrations: place('Registrations', NotebookPen, () => import('./registrations/registrations-tab.tsx')),
  coupons: place('Coupons', TicketPercent, () => import('./coupons/coupons-tab.tsx')),
  packages: place('Packages', Package, () => import('./packages/packages-tab.tsx')),
  staff: place('Staff', UserCog, () => import('./staff/staff-tab.tsx')),
} satisfies Record<string, Place>
export type TabId = keyof typeof TABS
export const TAB_IDS = Object.keys(TABS) as TabId[]

/** Each at `?view=`. */
const VIEWS = {
  offers: place('Offers', FileText, () => import('./offers/offer-list.tsx')),
  money: place('Money without order', Banknote, () => import('./money/money-list.tsx'), 'moneyToLookAt'),
  disputes: place('Disputes', Scale, () => import('./disputes/dispute-list.tsx'), 'openDisputes'),
  reviews: place('Reviews', Star, () => import('./reviews/review-list.tsx'), 'waitingReviews'),
  events: place(
    'Provider events',
    Inbox,
    () => import('./provider-events/webhook-list.tsx'),
    'failingWebhooks',
  ),
  webhooks: place('Webhooks', Webhook, () => import('./webhooks/webhooks-view.tsx'), 'brokenEndpoints'),
  keys: place('API keys', KeyRound, () => import('./keys/keys-view.tsx')),
  widget: place('Widget', AppWindow, () => import('./widget/widget-view.tsx')),
  jobs: place('Jobs', Cog, () => import('./jobs/job-list.tsx'), 'failedJobs'),
  mail: place('Mail log', Mail, () => import('./mail/mail-log.tsx'), 'unresolvedMails'),
  notifications: place('Notification mails', BellRing, () => import('./notifications/mail-kinds.tsx')),
  replies: place('Saved replies', MessageSquareText, () => import('./replies/reply-list.tsx')),
  audit: place('Audit log', History, () => import('./audit/audit-log.tsx')),
  setup: place('Setup', Stethoscope, () => import('./doctor/setup-view.tsx')),
} satisfies Record<string, Place>
type ViewId = keyof typeof VIEWS
export const VIEW_IDS = Object.keys(VIEWS) as ViewId[]

export type PlaceId = TabId | ViewId
export const PLACES: Readonly<Record<PlaceId, Place>> = { ...TABS, ...VIEWS }

/** @returns the place of `?tab=orders` or `?view=money`; for `?order=12` or `?user=12` alone their list, else the overview */
export function readPlace(query: string): PlaceId {
  const parameters = new URLSearchParams(query)
  const [tab, view] = [parameters.get('tab'), parameters.get('view')]
  // Links to `?tab=staff&view=money` are in mails and bookmarks; other tabs have views of their own.
  const mayHaveView = tab === null || tab === 'staff'
  const found = (mayHaveView && VIEW_IDS.find((id) => id === view)) || TAB_IDS.find((id) => id === tab)
  return found ?? (parameters.has('user') ? 'users' : parameters.has('order') ? 'orders' : 'overview')
}

export const isTab = (id: PlaceId): id is TabId => id in TABS

export const writePlace = (id: PlaceId) => new URLSearchParams(isTab(id) ? { tab: id } : { view: id })

/** Opens a place without the search, the filters and the page of the present one. */
export function openPlace(id: PlaceId, options?: { replace: boolean }): void {
  setQuery(writePlace(id), options)
}
