import { atom } from 'nanostores'

/** A toast replaces the one before (docs/product/shop.md, Toasts). */
export interface Toast {
  title: string
  description?: string
  variant: 'success' | 'neutral' | 'destructive'
  /** The next page goes on showing it, because the toast announces that page. Any other toast disappears with its page. */
  isCarried?: boolean
  /** How much longer to show a toast that an earlier page began to show. */
  leftMs?: number
}

export const $toast = atom<Toast | null>(null)

export function showToast(title: string, description?: string): void {
  show('success', title, description)
}

/** A neutral message, for example that the payment was cancelled. */
export function showNote(title: string, description?: string): void {
  show('neutral', title, description)
}

/** Says why the visitor is about to be on another page. */
export function announceRedirect(
  title: string,
  description?: string,
  variant: 'success' | 'neutral' = 'success',
): void {
  show(variant, title, description, true)
}

export function showError(title: string, description?: string): void {
  show('destructive', title, description)
}

function show(
  variant: Toast['variant'],
  title: string,
  description: string | undefined,
  isCarried = false,
): void {
  $toast.set({ title, variant, isCarried, ...(description !== undefined && { description }) })
}
