/** What somebody has typed for orders and not sent. It survives a reload of the tab, and no sign-out (kit/stores/session.ts). */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createKey } from '#site/kit/client/call-key.ts'
import { $session } from '#site/kit/stores/session.ts'
import { MESSAGE_DRAFTS, readStored, store } from '#site/kit/stores/stored.ts'
import type { AttachedFile } from './attachments/use-attachments.ts'

export interface Draft {
  text: string
  /** Files that have arrived and go with it. */
  files?: readonly AttachedFile[]
  /** Of a delivery, one a line. */
  links?: string
  /** The idempotency key of a send without a response. Sending again with it stores the message once. */
  key?: string
}

interface Drafts {
  userId: number
  byPlace: Record<string, Draft>
}

const EMPTY: Draft = { text: '' }

/**
 * The draft of the signed-in person for an order. A note of the team has one of its own, as it must not become a message, and so
 * has a delivery.
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

/** @returns the drafts of this user only, not those of an earlier user of the tab */
export function readDrafts(userId: number): Record<string, Draft> {
  const drafts = readStored<Drafts>(MESSAGE_DRAFTS)
  return drafts?.userId === userId ? drafts.byPlace : {}
}

export function saveDraft(userId: number, place: string, draft: Draft | undefined): void {
  const { [place]: _, ...others } = readDrafts(userId)
  const byPlace = draft ? { ...others, [place]: draft } : others
  store(MESSAGE_DRAFTS, Object.keys(byPlace).length > 0 ? { userId, byPlace } : undefined)
}

/** A UUID of version 4, which messages ask for as their key. */
export function createUuid(): string {
  const hex = createKey()
  // The version and the variant take the place of a digit each.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
