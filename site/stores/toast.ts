import { atom } from 'nanostores'

/** At most one toast at a time: the next replaces the last (docs/product.md, Toasts). */
export interface Toast {
  title: string
  description?: string
  variant: 'default' | 'destructive'
  /** The rest of its time, of a toast that an earlier page has shown already. */
  leftMs?: number
}

export const $toast = atom<Toast | null>(null)

export function showToast(title: string, description?: string): void {
  $toast.set({ title, variant: 'default', ...(description !== undefined && { description }) })
}

export function showError(title: string, description?: string): void {
  $toast.set({ title, variant: 'destructive', ...(description !== undefined && { description }) })
}
