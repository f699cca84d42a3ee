import type { Knex } from 'knex'
import { User } from '#db/models/people/user.ts'

/** The accounts that the demo prints when it starts. Only the demo's seed creates them. */
export const DEMO_ACCOUNTS = {
  admin: { email: 'admin@example.com', password: 'admin-demo' },
  staff: { email: 'staff@example.com', password: 'staff-demo' },
  customer: { email: 'customer@example.com', password: 'customer-demo' },
} as const

const DEMO_EMAILS: readonly string[] = Object.values(DEMO_ACCOUNTS).map(({ email }) => email)

/**
 * Demo accounts are exempt from rules that only staff and admins have, such as longer passwords. Always false in production, where
 * anybody may have registered with these addresses.
 */
export const isDemoAccount = (isProduction: boolean, email: string): boolean =>
  !isProduction && DEMO_EMAILS.includes(email)

export interface SeededAccounts {
  admin: User
  staff: User
  customer: User
}

/** The company from the content folder, for the accounts of its admin and staff. */
export interface SeedCompany {
  phone: string
  registeredAddress: {
    lines: string[]
    city: string
    state?: string | undefined
    postalCode: string
    countryCode: string
  }
  /** The person who runs the shop. */
  leader: { name: string; role: string }
}

/** @returns undefined if one of the accounts does not exist */
export async function findAccounts(trx: Knex.Transaction): Promise<SeededAccounts | undefined> {
  const find = ({ email }: { email: string }) => User.query(trx).findOne({ email })
  const admin = await find(DEMO_ACCOUNTS.admin)
  const staff = await find(DEMO_ACCOUNTS.staff)
  const customer = await find(DEMO_ACCOUNTS.customer)
  return admin && staff && customer && { admin, staff, customer }
}

export async function seedAccounts(
  trx: Knex.Transaction,
  { phone, registeredAddress, leader }: SeedCompany,
  hashPassword: (password: string) => Promise<string>,
): Promise<void> {
  const { lines, city, state = '', postalCode: zipCode, countryCode: country } = registeredAddress
  const office = { phone, address: lines.join(', '), city, state, country, zipCode }
  const [leaderFirstName = '', ...leaderNames] = leader.name.split(' ')
  const insert = async (fields: Partial<User>, password: string) =>
    User.query(trx).insert({
      ...fields,
      emailVerifiedAt: new Date(),
      passwordHash: await hashPassword(password),
    })

  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

  await insert(
    {
      ...office,
      firstName: leaderFirstName,
      lastName: leaderNames.join(' '),
      email: DEMO_ACCOUNTS.admin.email,
      jobTitle: leader.role,
      isAdmin: true,
      createdAt: daysAgo(740),
    },
    DEMO_ACCOUNTS.admin.password,
  )
  await insert(
    {
      ...office,
      firstName: 'Rohan',
      lastName: 'Shekhawat',
      email: DEMO_ACCOUNTS.staff.email,
      jobTitle: 'Lead Engineer',
      isStaff: true,
      createdAt: daysAgo(515),
    },
    DEMO_ACCOUNTS.staff.password,
  )
  await insert(
    {
      firstName: 'Clara',
      lastName: 'Whitfield',
      email: DEMO_ACCOUNTS.customer.email,
      phone: '+44 20 7946 0158',
      company: 'Whitfield & Rowe Interiors',
      jobTitle: 'Managing Partner',
      address: '18 Calvert Avenue',
      city: 'London',
      state: 'Greater London',
      country: 'GB',
      zipCode: 'E2 7JP',
      taxId: 'GB 123 4567 89',
    },
    DEMO_ACCOUNTS.customer.password,
  )
}
