/** Helpers for the customer's area: orders, and parts of the page. */
import type { Knex } from 'knex'
import type { Page } from 'playwright/test'
import type { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { createPaidOrder, signInAs } from './people.ts'

export function createOrder(db: Knex, user: User, fields: Partial<Order> = {}): Promise<Order> {
  return createPaidOrder(db, {
    userId: user.id,
    deliveryDays: 5,
    createdAt: new Date('2026-11-02T09:00:00Z'),
    paidAt: new Date('2026-11-02T09:01:00Z'),
    ...fields,
  })
}

export async function openDashboard(page: Page, user: User, query = ''): Promise<void> {
  await signInAs(page, user)
  await page.goto(`/dashboard${query}`)
}

export const regionOf = (page: Page, name: string) => page.getByRole('region', { name })
export const historyOf = (page: Page) => regionOf(page, 'Order History')
