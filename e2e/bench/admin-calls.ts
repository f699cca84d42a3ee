/** Calls for every list of the back office: sorted, filtered, searched, and the last page. */

import { COUPON_SORTS } from '#api/contract/catalogue/coupons.ts'
import { PACKAGE_SORTS } from '#api/contract/catalogue/packages.ts'
import { DISPUTE_SORTS, STRAY_MONEY_SORTS } from '#api/contract/money/payments.ts'
import { MAIL_SORTS } from '#api/contract/operations/jobs.ts'
import { USER_SORTS } from '#api/contract/operations/users.ts'
import { ORDER_SORTS } from '#api/contract/orders/admin-orders.ts'
import { ASSIGNMENT_SORTS, STAFF_SORTS } from '#api/contract/orders/staff.ts'
import { AUDIT_SORTS } from '#api/contract/platform/audit.ts'
import { REGISTRATION_SORTS } from '#api/contract/sales/checkout.ts'
import { LARGEST_TOTAL, readTotal, TOTAL_COUNT_HEADER } from '#api/rules/list-total.ts'
import { ORDER_ATTENTIONS, ORDER_STATUSES } from '#api/rules/orders.ts'

const PAGE_SIZE = 50

interface List {
  path: string
  sorts: readonly string[]
  /** Filters to measure, one per call. */
  filters?: string[]
}

/** Searches: a word in one row, a word in thousands, two words, two letters (twice), a word in all rows, a word in none. */
const PEOPLE = [
  ...['q=person12345@', 'q=sharma', 'q=emma+brown', 'q=al', 'q=an', 'q=example', 'q=nobodyhasthis'],
]
const each = (name: string, values: readonly string[]) => values.map((value) => `${name}=${value}`)

const LISTS: List[] = [
  {
    path: '/api/admin/orders',
    sorts: ORDER_SORTS,
    filters: [
      ...each('status', ORDER_STATUSES),
      ...each('paymentStatus', ['unpaid', 'paid', 'refunded']),
      ...each('attention', ORDER_ATTENTIONS),
      ...[
        'packageId=20',
        'status=completed&packageId=20',
        'status=completed&sort=amount',
        'from=2026-03-01&to=2026-03-31',
      ],
      ...['q=INV-732', 'q=website', 'q=sharma&status=completed&sort=packageName'],
      ...['q=spring', ...PEOPLE],
    ],
  },
  {
    path: '/api/admin/users',
    sorts: USER_SORTS,
    filters: [...each('role', ['admin', 'staff', 'customer']), ...PEOPLE],
  },
  {
    path: '/api/admin/registrations',
    sorts: REGISTRATION_SORTS,
    filters: ['packageId=20', 'q=guest432', ...PEOPLE],
  },
  {
    path: '/api/coupons',
    sorts: COUPON_SORTS,
    filters: [...each('status', ['expired', 'used', 'active', 'inactive']), 'q=save20', 'q=partner-7'],
  },
  {
    path: '/api/admin/packages',
    sorts: PACKAGE_SORTS,
    filters: ['status=inactive', 'category=Cloud+Services', 'q=clinics', 'limit=200'],
  },
  { path: '/api/admin/staff', sorts: STAFF_SORTS, filters: ['limit=20', 'q=emma'] },
  {
    path: '/api/admin/staff-assignments',
    sorts: ASSIGNMENT_SORTS,
    filters: [
      ...each('status', ['assigned', 'in_progress', 'completed']),
      ...['staffId=2', 'q=INV-732', 'q=website', ...PEOPLE],
    ],
  },
  {
    path: '/api/admin/audit-log',
    sorts: AUDIT_SORTS,
    filters: [
      ...each('subject', ['order', 'user', 'package', 'coupon', 'assignment']),
      ...['actorId=1', 'q=asha', 'q=INV-732', 'q=INV', 'subject=order&q=INV-7', ...PEOPLE],
    ],
  },
  {
    path: '/api/admin/mails',
    sorts: MAIL_SORTS,
    filters: [
      ...each('state', ['sent', 'failed', 'queued', 'unresolved']),
      ...['kind=status_changed', 'orderId=732', 'q=INV-732', ...PEOPLE],
    ],
  },
  {
    path: '/api/admin/provider-events',
    sorts: ['receivedAt'],
    filters: [...each('state', ['handled', 'waiting', 'failing']), 'q=captured', 'q=nobodyhasthis'],
  },
  {
    path: '/api/admin/notifications',
    sorts: ['createdAt'],
    filters: [...each('state', ['read', 'unread']), 'kind=order_paid', 'q=INV-732', 'q=nobodyhasthis'],
  },
  { path: '/api/admin/webhook-messages', sorts: ['createdAt'], filters: ['state=failed'] },
  { path: '/api/admin/jobs', sorts: ['createdAt'], filters: ['state=waiting', 'q=nobodyhasthis'] },
  { path: '/api/admin/money-without-order', sorts: STRAY_MONEY_SORTS, filters: ['looked=done'] },
  { path: '/api/admin/disputes', sorts: DISPUTE_SORTS, filters: ['state=open'] },
]

/** Calls other than lists: the dashboard, an order's page, the search box. */
const OTHER_CALLS = [
  ...['overview', 'attention', 'operations', 'package-names', 'orders/732', 'orders/732/history'],
  ...['orders/732/invoices', 'orders/732/refunds', 'users/132/data'],
  ...['an', 'a', 'INV-732', '732', 'sharma', 'person123@', 'emma brown', 'website', 'pay_large732'].map(
    (words) => `search?q=${encodeURIComponent(words)}`,
  ),
].map((path) => `/api/admin/${path}`)

/** Filters that read rows until the page is full and the count has reached its limit. */
const READS_ROWS = /\b(q|attention)=/
/** Searches for one or two letters. No index finds exactly the rows with a word that begins with them. */
const IS_SHORT = /\bq=\w{1,2}(&|$)/

/** The same call in the small and in the large shop. Only the offset of a last page differs. */
export interface Call {
  /** The name of the figure that includes this call: the list's, or the call's own. */
  group: string
  kind: CallKind
  paths: string[]
}

/** `found`: a filter by words or attention, which reads rows; `short`: a search for one or two letters; `read`: any other call. */
export type CallKind = 'read' | 'found' | 'short'

const GROUP_SUFFIX: Record<CallKind, string> = { read: '', found: ', found', short: ', two letters' }

function kindOf(path: string): CallKind {
  if (IS_SHORT.test(path)) return 'short'
  return READS_ROWS.test(path) || path.endsWith('attention') ? 'found' : 'read'
}

/** @param countRows counts the rows of a list in each shop */
export async function listAdminCalls(countRows: (path: string) => Promise<number[]>): Promise<Call[]> {
  const calls: Call[] = OTHER_CALLS.map((path) => {
    const kind = kindOf(path)
    return { group: `${path.replace(/\?.*/, '')}${GROUP_SUFFIX[kind]}`, kind, paths: [path, path] }
  })
  for (const { path: list, sorts, filters = [] } of LISTS) {
    const add = async (query: string) => {
      const path = `${list}?${query}`
      const kind = kindOf(path)
      const group = `${list}${GROUP_SUFFIX[kind]}`
      calls.push({ group, kind, paths: [path, path] })
      const counts = await countRows(path)
      if (counts.every((count) => count <= PAGE_SIZE)) return
      calls.push({
        group,
        kind,
        paths: counts.map((count) => `${path}&offset=${Math.max(0, count - PAGE_SIZE)}`),
      })
    }
    for (const sort of sorts) for (const each of [sort, `-${sort}`]) await add(`sort=${each}`)
    for (const filter of filters) await add(filter)
  }
  return calls
}

/** @returns the list's number of rows, up to the largest that a list counts */
export const readCount = (headers: Headers) =>
  Math.min(readTotal(headers.get(TOTAL_COUNT_HEADER) ?? '0'), LARGEST_TOTAL)
