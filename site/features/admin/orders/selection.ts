/** The selected rows of a list. They are in a store, so that selecting one does not render all rows again. */
import { atom } from 'nanostores'

export const $selectedIds = atom<ReadonlySet<number>>(new Set())

export function select(ids: readonly number[], isSelected: boolean): void {
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
