/** What people other than buyers do on an ordinary day. */
import { GRACE_HOLM } from '#db/testing/builders.ts'
import type { Round } from './loops.ts'
import { Person, type Shop } from './person.ts'

interface Account {
  email: string
  password: string
}

export interface Cast {
  customer: Account
  staff: Account
  admin: Account
  couponCode: string
  /** Ids of the paid orders, added to by the buyers. */
  sold: readonly number[]
}

const ADMIN_READS = [
  ...['orders?limit=50', 'orders?q=grace&limit=50', 'orders.csv', 'attention', 'operations', 'overview'],
  ...['users?q=buyer&limit=50', 'search?q=holm', 'audit-log?limit=50', 'registrations'],
]

/** Signs customer, staff and admin in, who then stay signed in. */
export async function gatherEverybody(
  shop: Shop,
  { sold, couponCode, ...accounts }: Cast,
): Promise<Record<string, Round>> {
  const signIn = (account: Account) => new Person(shop).signIn(account)
  const visitor = new Person(shop)
  const customer = await signIn(accounts.customer)
  const staff = await signIn(accounts.staff)
  const admin = await signIn(accounts.admin)
  const readAll = async (person: Person, paths: readonly string[]) => {
    for (const path of paths) await person.ask('GET', path)
  }
  return {
    visitor: async () => {
      const [item] = await visitor.read<{ id: number }[]>('/api/packages')
      const { id } = item ?? {}
      await readAll(visitor, [`/api/packages/${id}`, `/api/packages/${id}/reviews`, '/api/categories'])
      await visitor.ask('POST', '/api/coupons/validate', { code: couponCode })
    },
    'a customer who signs in': async () => {
      const someone = await signIn(accounts.customer)
      await someone.ask('PUT', '/api/user/profile', { ...GRACE_HOLM, email: accounts.customer.email })
      await someone.ask('POST', '/api/auth/logout')
    },
    customer: () => readAll(customer, ['/api/auth/me', '/api/orders']),
    staff: () => readAll(staff, ['/api/staff/assignments']),
    admin: () =>
      readAll(
        admin,
        ADMIN_READS.map((path) => `/api/admin/${path}`),
      ),
    'an admin who works': async () => {
      const id = sold.at(-1)
      for (const status of id === undefined ? [] : ['processing', 'pending'])
        await admin.ask('PATCH', `/api/admin/orders/${id}/status`, { status })
    },
  }
}
