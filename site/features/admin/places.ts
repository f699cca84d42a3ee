/** Where somebody can be in the admin area: its seven tabs, and the views that watch over the shop's work. */
import {
  AppWindow,
  Banknote,
  BellRing,
  Cog,
  FileUp,
  History,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  NotebookPen,
  Package,
  Scale,
  ShoppingBag,
  Stethoscope,
  TicketPercent,
  UserCog,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Operations } from '../../../api/contract/jobs.ts'
import { setQuery } from '../../stores/address.ts'
import { OverviewTab } from './overview/overview-tab.tsx'

interface PlaceLook {
  label: string
  Icon: LucideIcon
  Panel: ComponentType
  /** Loads its code, where that is not the area's own. */
  load?: () => Promise<unknown>
}

/** A panel whose code is loaded when it is opened. */
const later = (load: () => Promise<ComponentType>) => ({
  load,
  Panel: lazy(async () => ({ default: await load() })),
})

/** Each at `?tab=`. */
const TABS = {
  overview: {
    label: 'Overview',
    Icon: LayoutDashboard,
    Panel: OverviewTab,
  },
  users: {
    label: 'Users',
    Icon: UsersRound,
    ...later(async () => (await import('./users/users-tab.tsx')).UsersTab),
  },
  orders: {
    label: 'Orders',
    Icon: ShoppingBag,
    ...later(async () => (await import('./orders/orders-tab.tsx')).OrdersTab),
  },
  registrations: {
    label: 'Registrations',
    Icon: NotebookPen,
    ...later(async () => (await import('./registrations/registrations-tab.tsx')).RegistrationsTab),
  },
  coupons: {
    label: 'Coupons',
    Icon: TicketPercent,
    ...later(async () => (await import('./coupons/coupons-tab.tsx')).CouponsTab),
  },
  packages: {
    label: 'Packages',
    Icon: Package,
    ...later(async () => (await import('./packages/packages-tab.tsx')).PackagesTab),
  },
  staff: {
    label: 'Staff',
    Icon: UserCog,
    ...later(async () => (await import('./staff/staff-tab.tsx')).StaffTab),
  },
} satisfies Record<string, PlaceLook>
export type TabId = keyof typeof TABS
export const TAB_IDS = Object.keys(TABS) as TabId[]

interface ViewLook extends PlaceLook {
  /** The count of what waits for somebody there. */
  waiting?: Exclude<keyof Operations, 'queues'>
}

/** Each at `?view=`. */
const VIEWS = {
  money: {
    label: 'Money without order',
    Icon: Banknote,
    waiting: 'moneyToLookAt',
    ...later(async () => (await import('./money/money-list.tsx')).MoneyList),
  },
  disputes: {
    label: 'Disputes',
    Icon: Scale,
    waiting: 'openDisputes',
    ...later(async () => (await import('./disputes/dispute-list.tsx')).DisputeList),
  },
  events: {
    label: 'Provider events',
    Icon: Inbox,
    waiting: 'failingWebhooks',
    ...later(async () => (await import('./jobs/webhook-list.tsx')).WebhookList),
  },
  webhooks: {
    label: 'Webhooks',
    Icon: Webhook,
    waiting: 'brokenEndpoints',
    ...later(async () => (await import('./webhooks/webhooks-view.tsx')).WebhooksView),
  },
  widget: {
    label: 'Widget',
    Icon: AppWindow,
    Panel: lazy(async () => ({ default: (await import('./widget/widget-view.tsx')).WidgetView })),
  },
  import: {
    label: 'Import',
    Icon: FileUp,
    ...later(async () => (await import('./imports/import-view.tsx')).ImportView),
  },
  jobs: {
    label: 'Jobs',
    Icon: Cog,
    waiting: 'failedJobs',
    ...later(async () => (await import('./jobs/job-list.tsx')).JobList),
  },
  mail: {
    label: 'Mail log',
    Icon: Mail,
    waiting: 'unresolvedMails',
    ...later(async () => (await import('./mail/mail-log.tsx')).MailLog),
  },
  notifications: {
    label: 'Notification mails',
    Icon: BellRing,
    ...later(async () => (await import('./notifications/recipient-list.tsx')).RecipientList),
  },
  audit: {
    label: 'Audit log',
    Icon: History,
    ...later(async () => (await import('./audit/audit-log.tsx')).AuditLog),
  },
  setup: {
    label: 'Setup',
    Icon: Stethoscope,
    ...later(async () => (await import('./doctor/setup-view.tsx')).SetupView),
  },
} satisfies Record<string, ViewLook>
type ViewId = keyof typeof VIEWS
export const VIEW_IDS = Object.keys(VIEWS) as ViewId[]

export type PlaceId = TabId | ViewId
export const PLACES: Readonly<Record<PlaceId, ViewLook>> = { ...TABS, ...VIEWS }

/**
 * `?tab=orders` or `?view=money`; anything else is the overview. An order that was opened by its bare address, `?order=12`,
 * is one of the orders.
 */
export function readPlace(query: string): PlaceId {
  const parameters = new URLSearchParams(query)
  const [tab, view] = [parameters.get('tab'), parameters.get('view')]
  // Links to `?tab=staff&view=money` are in mails and bookmarks; other tabs have views of their own.
  const isOfArea = tab === null || tab === 'staff'
  const found = (isOfArea && VIEW_IDS.find((id) => id === view)) || TAB_IDS.find((id) => id === tab)
  return found ?? (parameters.has('order') ? 'orders' : 'overview')
}

export const isTab = (id: PlaceId): id is TabId => id in TABS

export const addressOf = (id: PlaceId) => new URLSearchParams(isTab(id) ? { tab: id } : { view: id })

/** Search, filters and page belong to one place and are dropped with it. */
export function openPlace(id: PlaceId, options?: { replace: boolean }): void {
  setQuery(addressOf(id), options)
}
