/** Calls for every list of the back office that grows with the orders: sorted, filtered, searched, and the last page. */
import { COUPON_SORTS } from '#api/contract/catalogue/coupons.ts'
import { PACKAGE_SORTS } from '#api/contract/catalogue/packages.ts'
import { MAIL_SORTS } from '#api/contract/operations/jobs.ts'
import { USER_SORTS } from '#api/contract/operations/users.ts'
import { ORDER_SORTS } from '#api/contract/orders/admin-orders.ts'
import { ASSIGNMENT_SORTS, STAFF_SORTS } from '#api/contract/orders/staff.ts'
import { AUDIT_SORTS } from '#api/contract/platform/audit.ts'
import { REGISTRATION_SORTS } from '#api/contract/sales/checkout.ts'
import { LARGEST_TOTAL, readTotal, TOTAL_COUNT_HEADER } from '#api/rules/list-total.ts'
import { ORDER_ATTENTIONS, ORDER_STATUSES } from '#api/rules/orders.ts'

const PAGE_SIZE = 50

/** Searches: a word in one row, a word in thousands, two words, a word in all rows, a word in none. */
const PEOPLE = 'q=person12345@ q=sharma q=emma+brown q=example q=nobodyhasthis'
const each = (name: string, values: readonly string[]) => values.map((value) => `${name}=${value}`).join(' ')

/** Each list with its sorts and its filters, which are measured one per call. */
const LISTS: [path: string, sorts: readonly string[], ...filters: string[]][] = [
  [
    '/api/admin/orders',
    ORDER_SORTS,
    each('status', ORDER_STATUSES),
    each('attention', ORDER_ATTENTIONS),
    'paymentStatus=unpaid paymentStatus=paid paymentStatus=refunded packageId=20 status=completed&packageId=20',
    'status=completed&sort=amount from=2026-03-01&to=2026-03-31 q=INV-732 q=website q=spring',
    'q=sharma&status=completed&sort=packageName',
    PEOPLE,
  ],
  ['/api/admin/users', USER_SORTS, 'role=admin role=staff role=customer', PEOPLE],
  ['/api/admin/registrations', REGISTRATION_SORTS, 'packageId=20 q=guest432', PEOPLE],
  ['/api/coupons', COUPON_SORTS, 'status=expired status=used status=active status=inactive q=spring'],
  ['/api/admin/packages', PACKAGE_SORTS, 'status=inactive category=Cloud+Services q=clinics limit=200'],
  ['/api/admin/staff', STAFF_SORTS, 'limit=20 q=emma'],
  [
    '/api/admin/staff-assignments',
    ASSIGNMENT_SORTS,
    'status=assigned status=in_progress status=completed staffId=2 q=INV-732 q=website',
    PEOPLE,
  ],
  [
    '/api/admin/audit-log',
    AUDIT_SORTS,
    'subject=order subject=user subject=package subject=coupon subject=assignment actorId=1',
    'q=asha q=INV-732 q=INV subject=order&q=INV-7',
    PEOPLE,
  ],
  [
    '/api/admin/mails',
    MAIL_SORTS,
    'state=sent state=failed state=queued state=unresolved kind=status_changed orderId=732 q=INV-732',
    PEOPLE,
  ],
  [
    '/api/admin/provider-events',
    ['receivedAt'],
    'state=handled state=waiting state=failing q=captured q=nobodyhasthis',
  ],
  [
    '/api/admin/notifications',
    ['createdAt'],
    'state=read state=unread kind=order_paid q=INV-732 q=nobodyhasthis',
  ],
]

/** Calls other than lists: the dashboard, an order's page, the search box. */
const OTHER_CALLS = [
  ...['overview', 'attention', 'operations', 'package-names', 'orders/732', 'orders/732/history'],
  ...['orders/732/invoices', 'orders/732/refunds', 'users/132/data'],
  ...['INV-732', '732', 'sharma', 'person123@', 'emma brown', 'website', 'pay_large732'].map(
    (words) => `search?q=${encodeURIComponent(words)}`,
  ),
].map((path) => `/api/admin/${path}`)

/** Filters that read rows until the page is full and the count has reached its limit. */
const READS_ROWS = /\b(q|attention)=/
/** The same call in the small and in the large shop. Only the offset of a last page differs. */
export interface Call {
  /** The name of the figure that includes this call: the list's, or the call's own. */
  group: string
  readsRows: boolean
  paths: string[]
}

function describe(path: string, paths: string[]): Call {
  const readsRows = READS_ROWS.test(path) || path.endsWith('attention')
  return { group: `${path.replace(/\?.*/, '')}${readsRows ? ', found' : ''}`, readsRows, paths }
}

/** @param countRows counts the rows of a list in each shop */
export async function listAdminCalls(countRows: (path: string) => Promise<number[]>): Promise<Call[]> {
  const calls = OTHER_CALLS.map((path) => describe(path, [path, path]))
  for (const [list, sorts, ...filters] of LISTS) {
    const sorted = sorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`])
    for (const query of [...sorted, ...filters.join(' ').split(' ')]) {
      const path = `${list}?${query}`
      calls.push(describe(path, [path, path]))
      const counts = await countRows(path)
      if (counts.every((count) => count <= PAGE_SIZE)) continue
      const last = counts.map((count) => `${path}&offset=${Math.max(0, count - PAGE_SIZE)}`)
      calls.push(describe(path, last))
    }
  }
  return calls
}

/** @returns the list's number of rows, up to the largest that a list counts */
export const readCount = (headers: Headers) =>
  Math.min(readTotal(headers.get(TOTAL_COUNT_HEADER) ?? '0'), LARGEST_TOTAL)
