import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { ApiError } from '#site/kit/client/api.ts'
import type { Column } from '#site/kit/ui/table/data-table-list.ts'

/** The selected rows of a list. A store, so that selecting one does not render all rows again. */
export const $selectedIds = atom<ReadonlySet<number>>(new Set())

function select(ids: readonly number[], isSelected: boolean): void {
  const selected = new Set($selectedIds.get())
  for (const id of ids) {
    if (isSelected) selected.add(id)
    else selected.delete(id)
  }
  $selectedIds.set(selected)
}

export function clearSelection(): void {
  $selectedIds.set(new Set())
}

/** @param nameOf the name of a row, for screen readers */
export function selectColumn<Row extends { id: number }>(nameOf: (row: Row) => string): Column<Row> {
  return {
    header: 'Select',
    heading: (rows) => <SelectBox ids={rows.map(({ id }) => id)} label="Select all on this page" />,
    card: 'title',
    className: 'w-10 min-[1400px]:w-11',
    cell: (row) => <SelectBox ids={[row.id]} label={`Select ${nameOf(row)}`} />,
  }
}

export function SelectBox({ ids, label }: { ids: readonly number[]; label: string }) {
  const selected = useStore($selectedIds)
  const count = ids.filter((id) => selected.has(id)).length
  const isAll = ids.length > 0 && count === ids.length
  return (
    <label className="-m-2 grid min-h-target min-w-target cursor-pointer place-items-center">
      <input
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll
        }}
        type="checkbox"
        data-select
        aria-label={label}
        checked={isAll}
        onChange={(event) => select(ids, event.target.checked)}
        className="tick size-4 [@media(pointer:coarse)]:size-5"
      />
    </label>
  )
}

export interface ChangesMade {
  done: ListedOrder[]
  failed: { order: ListedOrder; reason: string }[]
}

/**
 * Changes many orders one after the other with the single-order call, so that all its rules apply
 * (docs/decisions/043-an-order-has-a-page.md).
 * @param change throws as callApi does, or an Error that says why the order was not changed
 * @param onStep called with the number of orders done so far
 */
export async function changeOrders(
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
  return `${done.length} ${verb}, ${failed.length} failed: ${reasons.join(', ')}`
}

function explain(error: unknown): string {
  if (error instanceof ApiError) return error.body?.message ?? 'refused'
  // Without a network, fetch throws a TypeError.
  return error instanceof Error && !(error instanceof TypeError) ? error.message : 'no response'
}
