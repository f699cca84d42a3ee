/** The entries of the lists of dialogs, and the steps that they share. */
import type { Knex } from 'knex'
import type { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import type { Visitor } from '#e2e/engines/visitor.ts'
import { createPaidOrder, createPerson } from '#e2e/journeys/support/people.ts'

export interface Scene {
  visitor: Visitor
  db: Knex
}

export interface DialogToOpen {
  /** The file that draws the dialog, relative to `site/`. */
  file: string
  /** A part of its title. */
  title: string
  /** Adds the data that the dialog shows, and opens it. */
  open: (scene: Scene) => Promise<unknown>
}

/** @param clicks buttons to click once it is prepared */
export const dialog = (
  file: string,
  title: string,
  prepare: DialogToOpen['open'],
  ...clicks: (string | RegExp)[]
): DialogToOpen => ({
  file,
  title,
  open: async (scene) => {
    await prepare(scene)
    for (const name of clicks) await scene.visitor.click(name)
  },
})

/** Signs an admin in, and opens a view of the back office. */
export async function openAdmin({ visitor, db }: Scene, query: string): Promise<User> {
  const admin = await createPerson(db, { firstName: 'Ada', isAdmin: true })
  await visitor.signIn(admin)
  await visitor.open(`/admin?${query}`)
  return admin
}

export const admin = (query: string) => (scene: Scene) => openAdmin(scene, query)

/** Opens the page of a new order as its customer. */
export async function openOrder(
  { visitor, db }: Scene,
  fields: Partial<Order> = {},
  prepare: (order: Order, customer: User) => Promise<unknown> = async () => {},
): Promise<Order> {
  const customer = await createPerson(db)
  const order = await createPaidOrder(db, { userId: customer.id, ...fields })
  await prepare(order, customer)
  await visitor.signIn(customer)
  await visitor.open(`/dashboard?order=${order.id}`)
  return order
}
