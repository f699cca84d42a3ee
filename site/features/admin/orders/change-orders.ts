/**
 * Changes many orders by the call for a single order, one after the other, so that all rules of a single change apply
 * (docs/decisions/043-an-order-has-a-page.md).
 */
import type { ListedOrder } from '../../../../api/contract/admin-orders.ts'
import { ApiError } from '../../../client/api.ts'
import { nameOrder } from '../list/order-labels.ts'

export interface ChangesMade {
  done: ListedOrder[]
  failed: { order: ListedOrder; reason: string }[]
}

/**
 * @param change throws as a call does, or an Error that says why the order was not changed
 * @param onStep called with the number of orders that are done
 */
export async function changeEach(
  orders: readonly ListedOrder[],
  change: (order: ListedOrder) => Promise<unknown>,
  onStep?: (count: number) => void,
): Promise<ChangesMade> {
  const made: ChangesMade = { done: [], failed: [] }
  for (const [index, order] of orders.entries()) {
    onStep?.(index)
    try {
      await change(order)
      made.done.push(order)
    } catch (error) {
      made.failed.push({ order, reason: explain(error) })
    }
  }
  return made
}

/** @example '3 changed, 1 could not: INV-7 (Only a paid order can be assigned)' */
export function describeChanges({ done, failed }: ChangesMade, verb: string): string {
  if (failed.length === 0) return `${done.length} ${verb}`
  const reasons = failed.map(({ order, reason }) => `${nameOrder(order)} (${reason})`)
  return `${done.length} ${verb}, ${failed.length} could not: ${reasons.join(', ')}`
}

function explain(error: unknown): string {
  if (error instanceof ApiError) return error.body?.message ?? 'refused'
  // Without a network, fetch throws a TypeError.
  return error instanceof Error && !(error instanceof TypeError) ? error.message : 'no response'
}
