/** The places of the admin area: its seven tabs, and the views of the shop's operations. */
import {
  AppWindow,
  Banknote,
  BellRing,
  Cog,
  FileText,
  FileUp,
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
import { type ComponentType, lazy } from 'react'
import type { Operations } from '../../../api/contract/operation.ts'
import { setQuery } from '../../stores/address.ts'
import { OverviewTab } from './overview/overview-tab.tsx'

interface Place {
  label: string
  Icon: LucideIcon
  Panel: ComponentType
  /** Loads the code of the panel. Absent where it is part of the area's own code. */
  load?: () => Promise<unknown>
  /** The count of what waits for somebody there. */
  waiting?: Exclude<keyof Operations, 'queues'>
}

/** A place whose code is loaded when it is opened. */
function place(
  label: string,
  Icon: LucideIcon,
  load: () => Promise<ComponentType>,
  waiting?: Place['waiting'],
): Place {
  return {
    label,
    Icon,
    load,
    Panel: lazy(async () => ({ default: await load() })),
    ...(waiting && { waiting }),
  }
}

/** Each at `?tab=`. */
const TABS = {
  overview: { label: 'Overview', Icon: LayoutDashboard, Panel: OverviewTab },
  users: place('Users', UsersRound, async () => (await import('./users/users-tab.tsx')).UsersTab),
  orders: place('Orders', ShoppingBag, async () => (await import('./orders/orders-tab.tsx')).OrdersTab),
  registrations: place(
    'Registrations',
    NotebookPen,
    async () => (await import('./registrations/registrations-tab.tsx')).RegistrationsTab,
  ),
  coupons: place(
    'Coupons',
    TicketPercent,
    async () => (await import('./coupons/coupons-tab.tsx')).CouponsTab,
  ),
  packages: place('Packages', Package, async () => (await import('./packages/packages-tab.tsx')).PackagesTab),
  staff: place('Staff', UserCog, async () => (await import('./staff/staff-tab.tsx')).StaffTab),
} satisfies Record<string, Place>
export type TabId = keyof typeof TABS
export const TAB_IDS = Object.keys(TABS) as TabId[]

/** Each at `?view=`. */
const VIEWS = {
  offers: place('Offers', FileText, async () => (await import('./offers/offer-list.tsx')).OfferList),
  money: place(
    'Money without order',
    Banknote,
    async () => (await import('./money/money-list.tsx')).MoneyList,
    'moneyToLookAt',
  ),
  disputes: place(
    'Disputes',
    Scale,
    async () => (await import('./disputes/dispute-list.tsx')).DisputeList,
    'openDisputes',
  ),
  reviews: place(
    'Reviews',
    Star,
    async () => (await import('./reviews/review-list.tsx')).ReviewList,
    'waitingReviews',
  ),
  events: place(
    'Provider events',
    Inbox,
    async () => (await import('./provider-events/webhook-list.tsx')).WebhookList,
    'failingWebhooks',
  ),
  webhooks: place(
    'Webhooks',
    Webhook,
    async () => (await import('./webhooks/webhooks-view.tsx')).WebhooksView,
    'brokenEndpoints',
  ),
  keys: place('API keys', KeyRound, async () => (await import('./keys/keys-view.tsx')).KeysView),
  widget: place('Widget', AppWindow, async () => (await import('./widget/widget-view.tsx')).WidgetView),
  import: place('Import', FileUp, async () => (await import('./imports/import-view.tsx')).ImportView),
  jobs: place('Jobs', Cog, async () => (await import('./jobs/job-list.tsx')).JobList, 'failedJobs'),
  mail: place('Mail log', Mail, async () => (await import('./mail/mail-log.tsx')).MailLog, 'unresolvedMails'),
  notifications: place(
    'Notification mails',
    BellRing,
    async () => (await import('./notifications/recipient-list.tsx')).RecipientList,
  ),
  replies: place(
    'Saved replies',
    MessageSquareText,
    async () => (await import('./replies/reply-list.tsx')).ReplyList,
  ),
  audit: place('Audit log', History, async () => (await import('./audit/audit-log.tsx')).AuditLog),
  setup: place('Setup', Stethoscope, async () => (await import('./doctor/setup-view.tsx')).SetupView),
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
