/** Typed but unsent texts for orders. They survive a reload of the tab but not a sign-out (kit/stores/session.ts). */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createKey } from '#site/kit/client/call-key.ts'
import { $session } from '#site/kit/stores/session.ts'
import { MESSAGE_DRAFTS, readStored, store } from '#site/kit/stores/stored.ts'
import type { AttachedFile } from './attachments/use-attachments.ts'

export interface Draft {
  text: string
  /** Uploaded files that go with it. */
  files?: readonly AttachedFile[]
  /** A delivery's links, one per line. */
  links?: string
  /** The idempotency key of a send whose response is missing. Sending again with it stores the message only once. */
  key?: string
}

interface Drafts {
  userId: number
  byPlace: Record<string, Draft>
}

const EMPTY: Draft = { text: '' }

/**
 * The signed-in person's draft for an order. A team note has its own draft, because it must not become a message; so has a
 * delivery.
 */
export function useDraft(
  orderId: number,
  kind: 'message' | 'note' | 'delivery',
): [Draft, (change: (draft: Draft) => Draft | undefined) => void] {
  const userId = useStore($session).user?.id ?? 0
  const place = kind === 'message' ? `${orderId}` : `${orderId}-${kind}`
  const [, redraw] = useState(0)
  const read = () => readDrafts(userId)[place] ?? EMPTY
  return [
    read(),
    (change) => {
      const draft = change(read())
      saveDraft(userId, place, draft?.text || draft?.files?.length || draft?.links ? draft : undefined)
      redraw((count) => count + 1)
    },
  ]
}

/** @returns only this user's drafts, not those of an earlier user of the tab */
export function readDrafts(userId: number): Record<string, Draft> {
  const drafts = readStored<Drafts>(MESSAGE_DRAFTS)
  return drafts?.userId === userId ? drafts.byPlace : {}
}

export function saveDraft(userId: number, place: string, draft: Draft | undefined): void {
  const { [place]: _, ...others } = readDrafts(userId)
  const byPlace = draft ? { ...others, [place]: draft } : others
  store(MESSAGE_DRAFTS, Object.keys(byPlace).length > 0 ? { userId, byPlace } : undefined)
}

/** A version 4 UUID, which messages require as their idempotency key. */
export function createUuid(): string {
  const hex = createKey()
  // Version and variant each replace one digit.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
