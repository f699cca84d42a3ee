/** Every list of the back office, as its readers ask for it: sorted, filtered, searched and deep. */

import { ORDER_SORTS } from '../../api/contract/admin-orders.ts'
import { ASSIGNMENT_SORTS, STAFF_SORTS } from '../../api/contract/assignments.ts'
import { AUDIT_SORTS } from '../../api/contract/audit.ts'
import { REGISTRATION_SORTS } from '../../api/contract/checkout.ts'
import { COUPON_SORTS } from '../../api/contract/coupons.ts'
import { MAIL_SORTS } from '../../api/contract/operation.ts'
import { PACKAGE_SORTS } from '../../api/contract/packages.ts'
import { DISPUTE_SORTS, STRAY_MONEY_SORTS } from '../../api/contract/payments.ts'
import { USER_SORTS } from '../../api/contract/users.ts'
import { LARGEST_TOTAL, readTotal, TOTAL_COUNT_HEADER } from '../../api/rules/list-total.ts'
import { ORDER_ATTENTIONS, ORDER_STATUSES } from '../../api/rules/orders.ts'

const PAGE_SIZE = 50

interface List {
  path: string
  sorts: readonly string[]
  /** Filters, each tried alone. */
  narrowings?: string[]
}

/** Words that few rows have, that thousands have, two together, two of two letters, one that all have, one that none has. */
const PEOPLE = [
  ...['q=person12345@', 'q=sharma', 'q=emma+brown', 'q=al', 'q=an', 'q=example', 'q=nobodyhasthis'],
]
const each = (name: string, values: readonly string[]) => values.map((value) => `${name}=${value}`)

const LISTS: List[] = [
  {
    path: '/api/admin/orders',
    sorts: ORDER_SORTS,
    narrowings: [
      ...each('status', ORDER_STATUSES),
      ...each('paymentStatus', ['unpaid', 'paid', 'refunded']),
      ...each('attention', ORDER_ATTENTIONS),
      ...['packageId=20', 'status=completed&packageId=20', 'status=completed&sort=amount'],
      ...['q=INV-732', 'q=website', 'q=sharma&status=completed&sort=packageName'],
      ...['q=spring', ...PEOPLE],
    ],
  },
  {
    path: '/api/admin/users',
    sorts: USER_SORTS,
    narrowings: [...each('role', ['admin', 'staff', 'customer']), ...PEOPLE],
  },
  {
    path: '/api/admin/registrations',
    sorts: REGISTRATION_SORTS,
    narrowings: ['packageId=20', 'q=guest432', ...PEOPLE],
  },
  {
    path: '/api/coupons',
    sorts: COUPON_SORTS,
    narrowings: [...each('status', ['expired', 'used', 'active', 'inactive']), 'q=save20', 'q=partner-7'],
  },
  {
    path: '/api/admin/packages',
    sorts: PACKAGE_SORTS,
    narrowings: ['status=inactive', 'category=Cloud+Services', 'q=clinics', 'limit=200'],
  },
  { path: '/api/admin/staff', sorts: STAFF_SORTS, narrowings: ['limit=20', 'q=emma'] },
  {
    path: '/api/admin/staff-assignments',
    sorts: ASSIGNMENT_SORTS,
    narrowings: [
      ...each('status', ['assigned', 'in_progress', 'completed']),
      ...['staffId=2', 'q=INV-732', 'q=website', ...PEOPLE],
    ],
  },
  {
    path: '/api/admin/audit-log',
    sorts: AUDIT_SORTS,
    narrowings: [
      ...each('subject', ['order', 'user', 'package', 'coupon', 'assignment']),
      ...['actorId=1', 'q=asha', 'q=INV-732', 'q=INV', 'subject=order&q=INV-7', ...PEOPLE],
    ],
  },
  {
    path: '/api/admin/mails',
    sorts: MAIL_SORTS,
    narrowings: [
      ...each('state', ['sent', 'failed', 'queued', 'unresolved']),
      ...['kind=status_changed', 'orderId=732', 'q=INV-732', ...PEOPLE],
    ],
  },
  {
    path: '/api/admin/webhook-events',
    sorts: ['receivedAt'],
    narrowings: [...each('state', ['handled', 'waiting', 'failing']), 'q=captured', 'q=nobodyhasthis'],
  },
  {
    path: '/api/admin/notifications',
    sorts: ['createdAt'],
    narrowings: [...each('state', ['read', 'unread']), 'kind=order_paid', 'q=INV-732', 'q=nobodyhasthis'],
  },
  { path: '/api/admin/webhook-deliveries', sorts: ['createdAt'], narrowings: ['state=failed'] },
  { path: '/api/admin/jobs', sorts: ['createdAt'], narrowings: ['state=waiting', 'q=nobodyhasthis'] },
  { path: '/api/admin/money-without-order', sorts: STRAY_MONEY_SORTS, narrowings: ['looked=done'] },
  { path: '/api/admin/disputes', sorts: DISPUTE_SORTS, narrowings: ['state=open'] },
]

/** What is no list, and what an order's page and the bell ask for. */
const OTHERS = [
  ...['overview', 'attention', 'operations', 'package-names', 'orders/732', 'orders/732/history'],
  ...['orders/732/invoices', 'orders/732/refunds', 'users/132/data'],
  ...['an', 'a', 'INV-732', '732', 'sharma', 'person123@', 'emma brown', 'website', 'pay_large732'].map(
    (words) => `search?q=${encodeURIComponent(words)}`,
  ),
].map((path) => `/api/admin/${path}`)

/** What is found by reading rows, until a page is full and the count ends. */
const READS_ROWS = /\b(q|attention)=/
/** No index knows exactly which rows have a word that begins with one or two letters. */
const IS_SHORT = /\bq=\w{1,2}(&|$)/

/** What is asked at each size: the same, but for the last page, which lies where the size has it. */
export interface Call {
  /** Whose figure it is part of: a list's, or its own. */
  group: string
  kind: CallKind
  paths: string[]
}

/** `found`: rows are read for it, by words or because something is to be done about them; `short`: by a word of two letters. */
export type CallKind = 'read' | 'found' | 'short'

const GROUP_SUFFIX: Record<CallKind, string> = { read: '', found: ', found', short: ', two letters' }

function kindOf(path: string): CallKind {
  if (IS_SHORT.test(path)) return 'short'
  return READS_ROWS.test(path) || path.endsWith('attention') ? 'found' : 'read'
}

/** @param countRows of a list at each size */
export async function listAdminCalls(countRows: (path: string) => Promise<number[]>): Promise<Call[]> {
  const calls: Call[] = OTHERS.map((path) => {
    const kind = kindOf(path)
    return { group: `${path.replace(/\?.*/, '')}${GROUP_SUFFIX[kind]}`, kind, paths: [path, path] }
  })
  for (const { path: list, sorts, narrowings = [] } of LISTS) {
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
    for (const narrowing of narrowings) await add(narrowing)
  }
  return calls
}

/** Rows of a list as far as they are counted. */
export const readCount = (headers: Headers) =>
  Math.min(readTotal(headers.get(TOTAL_COUNT_HEADER) ?? '0'), LARGEST_TOTAL)
