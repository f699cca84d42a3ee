import type { CustomerOrder } from '#api/contract/orders/orders.ts'
import { $userId, createFetcherStore } from './query.ts'

/** The customer's paid orders, newest first. Cached by user, so that nobody sees another user's orders. */
export const $orders = createFetcherStore<CustomerOrder[]>(['/api/orders', $userId])
