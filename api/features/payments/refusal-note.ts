import type { Knex } from 'knex'
import { setMark } from '../../../db/models/operation-mark.ts'

/** Anybody may send events with a wrong signature, so that not each of them is written down. */
const NOTED_EVERY_MS = 60_000

/** @returns what notes that an event was refused for its signature: the secret may be another one than the provider's */
export function createRefusalNote(db: Knex): () => Promise<void> {
  let notedAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - notedAtMs < NOTED_EVERY_MS) return
    notedAtMs = performance.now()
    await setMark(db, 'webhook_refused')
  }
}
