import type { StateStore } from './state-store.ts'
import type { Webhooks } from './webhooks.ts'

/** What the routes of the sandbox share. */
export interface SandboxContext {
  store: StateStore
  webhooks: Webhooks
  keyId: string
  keySecret: string
}
