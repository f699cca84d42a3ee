/** Searches, filters and pages the order history. Runs in the browser, which has all of the customer's orders. */
import type { CustomerOrder, OrderStatus } from '#api/contract/orders/orders.ts'
import { ORDER_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { holdsWords } from '#api/rules/text/fold-text.ts'

export const PAGE_SIZE = 10

export interface ListState {
  q: string
  status: OrderStatus | ''
  /** Starts at 1. */
  page: number
}

/** @param query of the URL; invalid parameters are ignored */
export function readListState(query: string): ListState {
  const parameters = new URLSearchParams(query)
  const status = parameters.get('status') ?? ''
  const page = Number(parameters.get('page'))
  return {
    q: parameters.get('q') ?? '',
    status: Object.hasOwn(ORDER_STATUS_LABELS, status) ? (status as OrderStatus) : '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** @returns a page of the matching orders, or the last page if the asked one is beyond it; `found` counts all matches */
export function listOrders(orders: readonly CustomerOrder[], { q, status, page }: ListState) {
  const found = orders.filter(
    (order) => (status === '' || order.status === status) && holdsWords(listSearched(order), q),
  )
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const shown = Math.min(page, pages)
  const rows = found.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)
  return { rows, found: found.length, page: shown, pages }
}

function listSearched(order: CustomerOrder): string {
  const { id, packageName, invoiceNumber, paymentId, couponCode } = order
  return [`#${id}`, packageName, invoiceNumber, paymentId, couponCode, order.package.category].join(' ')
}

export function countOrders(count: number): string {
  return count === 1 ? '1 order' : `${new Intl.NumberFormat('en-IN').format(count)} orders`
}
