import { atom } from 'nanostores'

/** At most one toast at a time: the next replaces the last (docs/product/shop.md, Toasts). */
export interface Toast {
  title: string
  description?: string
  variant: 'success' | 'neutral' | 'destructive'
  /** The rest of its time, of a toast that an earlier page has shown already. */
  leftMs?: number
}

export const $toast = atom<Toast | null>(null)

export function showToast(title: string, description?: string): void {
  show('success', title, description)
}

/** Neither a success nor an error: what goes on, or was called off. */
export function showNote(title: string, description?: string): void {
  show('neutral', title, description)
}

export function showError(title: string, description?: string): void {
  show('destructive', title, description)
}

function show(variant: Toast['variant'], title: string, description: string | undefined): void {
  $toast.set({ title, variant, ...(description !== undefined && { description }) })
}
