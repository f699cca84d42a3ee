/** Admins and staff for tests of the back office. */
import type { Knex } from 'knex'
import { readTotal, TOTAL_COUNT_HEADER } from '#api/rules/list-total.ts'
import type { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { insertAssignment, insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { hashCheaply } from './passwords.ts'
import { openSession } from './sessions.ts'
import type { TestApp, Visitor } from './test-app.ts'

const PASSWORD = 'a-fine-secret'
let passwordHash: Promise<string> | undefined

export interface SignedIn {
  user: User
  browser: Visitor
}

/** Creates an account with a password. @returns the account and a browser signed in to it */
export async function signInAs(shop: TestApp, fields: Partial<User> = {}): Promise<SignedIn> {
  passwordHash ??= hashCheaply(PASSWORD)
  const user = await insertUser(shop.db, { ...fields, passwordHash: await passwordHash })
  return { user, browser: await openSession(shop, user.id) }
}

export const signInAsAdmin = (shop: TestApp) =>
  signInAs(shop, { firstName: 'Ada', lastName: 'Minh', email: 'ada@shop.example', isAdmin: true })

/** An order in work, with its customer, its staff member and an admin signed in. */
export async function openOrder(shop: TestApp, fields: Partial<Order> = {}) {
  const admin = await signInAsAdmin(shop)
  const sam = await signInAs(shop, { firstName: 'Sam', email: 'sam@shop.example', isStaff: true })
  const grace = await signInAs(shop, { firstName: 'Grace', email: 'grace@example.com' })
  const order = await insertPaidOrder(shop.db, { userId: grace.user.id, status: 'processing', ...fields })
  const work = { orderId: order.id, staffId: sam.user.id, assignedById: admin.user.id }
  const assignment = await insertAssignment(shop.db, { ...work, status: 'in_progress' })
  return { admin, sam, grace, order, assignment }
}

/** @throws Error if the list is refused */
export async function fetchList<Row>(browser: Visitor, url: string): Promise<{ rows: Row[]; total: number }> {
  const response = await browser.get(url)
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
  return { rows: response.json<Row[]>(), total: readTotal(String(response.headers[TOTAL_COUNT_HEADER])) }
}

export async function countStatements(db: Knex, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counter = () => {
    count += 1
  }
  db.on('query', counter)
  try {
    await work()
  } finally {
    db.off('query', counter)
  }
  return count
}
