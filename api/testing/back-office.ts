/** People and orders for tests of the areas of admins and staff. */
import type { Knex } from 'knex'
import { type Buyer, pickBuyer } from '../../db/models/buyer.ts'
import { Order } from '../../db/models/order.ts'
import { Package } from '../../db/models/package.ts'
import { Registration } from '../../db/models/registration.ts'
import { User } from '../../db/models/user.ts'
import { insertPackage, insertUser } from '../../db/testing/builders.ts'
import { readTotal, TOTAL_COUNT_HEADER } from '../contract/list-total.ts'
import { hashPassword } from '../features/auth/passwords.ts'
import { buyerForm, signIn } from './buyer.ts'
import type { TestApp, Visitor } from './test-app.ts'

const PASSWORD = 'a-fine-secret'
let passwordHash: Promise<string> | undefined

export interface SignedIn {
  user: User
  browser: Visitor
}

/** A new account that has signed in with a real password. */
export async function signInAs(shop: TestApp, fields: Partial<User> = {}): Promise<SignedIn> {
  passwordHash ??= hashPassword(PASSWORD)
  const user = await insertUser(shop.db, { ...fields, passwordHash: await passwordHash })
  return { user, browser: await signIn(shop, user.email, PASSWORD) }
}

export const signInAsAdmin = (shop: TestApp) =>
  signInAs(shop, { firstName: 'Ada', lastName: 'Minh', email: 'ada@shop.example', isAdmin: true })

/** A paid order of a customer, unless the fields say otherwise. */
export async function insertOrder(db: Knex, fields: Partial<Order> = {}): Promise<Order> {
  const bought = fields.packageId
    ? await Package.query(db).findById(fields.packageId).throwIfNotFound()
    : await insertPackage(db)
  const buyer = await findBuyer(db, fields)
  const isPaid = (fields.paymentStatus ?? 'paid') !== 'unpaid'
  return Order.query(db)
    .insert({
      packageId: bought.id,
      packageName: bought.name,
      deliveryDays: bought.deliveryDays,
      userId: buyer instanceof User ? buyer.id : null,
      buyer: pickBuyer(buyer),
      originalCents: bought.priceCents,
      discountCents: 0,
      amountCents: bought.priceCents,
      usdInrRate: '84.25',
      paymentStatus: 'paid',
      paidAt: isPaid ? new Date() : null,
      ...fields,
    })
    .returning('*')
}

/** Whose the order is to be: a new customer's where the fields name nobody. */
async function findBuyer(db: Knex, { userId, registrationId }: Partial<Order>): Promise<Buyer> {
  if (registrationId) return Registration.query(db).findById(registrationId).throwIfNotFound()
  return userId ? User.query(db).findById(userId).throwIfNotFound() : insertUser(db)
}

/** The modal's form, stored. */
export function insertRegistration(db: Knex, packageId: number, fields: Partial<Registration> = {}) {
  const { password: _, originalAmount: __, discountAmount: ___, couponCode: ____, ...form } = buyerForm()
  return Registration.query(db)
    .insert({ ...form, packageId, passwordHash: 'argon2-of-a-form', ...fields })
    .returning('*')
}

/** @throws Error where the list is refused */
export async function fetchList<Row>(browser: Visitor, url: string): Promise<{ rows: Row[]; total: number }> {
  const response = await browser.get(url)
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
  return { rows: response.json<Row[]>(), total: readTotal(String(response.headers[TOTAL_COUNT_HEADER])) }
}

/** Counts the statements that a piece of work sends to the database. */
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
