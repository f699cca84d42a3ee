import type { StateStore } from './state-store.ts'
import type { Webhooks } from './webhooks.ts'

/** Shared by all routes of the sandbox. */
export interface SandboxContext {
  store: StateStore
  webhooks: Webhooks
  keyId: string
  keySecret: string
}
