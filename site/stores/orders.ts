import type { PastOrder } from '../../api/contract/imports.ts'
import type { CustomerOrder } from '../../api/contract/orders.ts'
import { $userId, createFetcherStore } from './query.ts'

/** The customer's paid orders, newest first. Cached by user, so that nobody sees another user's orders. */
export const $orders = createFetcherStore<CustomerOrder[]>(['/api/orders', $userId])

/** The customer's orders from before this shop, newest first. */
export const $pastOrders = createFetcherStore<PastOrder[]>(['/api/user/past-orders', $userId])
