import type { OrderEntity } from './entities.ts'
import type { StateStore } from './state-store.ts'
import type { Webhooks } from './webhooks.ts'

export type PaidOrder = Pick<OrderEntity, 'id' | 'amount' | 'currency'>

/** Shared by all routes of the sandbox. */
export interface SandboxContext {
  store: StateStore
  webhooks: Webhooks
  keyId: string
  keySecret: string
  /** @returns the order that the payment has paid */
  findPayment: ((id: string) => Promise<PaidOrder | undefined>) | undefined
}
