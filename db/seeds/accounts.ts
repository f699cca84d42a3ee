import type { Knex } from 'knex'
import { User } from '../models/user.ts'

/** Printed at start; made by the demo seed alone. */
export const DEMO_ACCOUNTS = {
  admin: { email: 'admin@example.com', password: 'admin-demo' },
  staff: { email: 'staff@example.com', password: 'staff-demo' },
  customer: { email: 'customer@example.com', password: 'customer-demo' },
} as const

const DEMO_EMAILS: readonly string[] = Object.values(DEMO_ACCOUNTS).map(({ email }) => email)

/**
 * Exempt from what staff and admins need beyond customers. Never in production, where anybody may have registered with these
 * addresses.
 */
export const isDemoAccount = (isProduction: boolean, email: string): boolean =>
  !isProduction && DEMO_EMAILS.includes(email)

export interface SeededAccounts {
  admin: User
  staff: User
  customer: User
  others: User[]
}

/** The company whose admin and staff the demo has, as its content folder names it. */
export interface SeedCompany {
  phone: string
  registeredAddress: {
    lines: string[]
    city: string
    state?: string | undefined
    postalCode: string
    countryCode: string
  }
  /** Who runs the shop. */
  leader: { name: string; role: string }
}

export async function seedAccounts(
  trx: Knex.Transaction,
  { phone, registeredAddress, leader }: SeedCompany,
  hashPassword: (password: string) => Promise<string>,
): Promise<SeededAccounts> {
  const { lines, city, state = '', postalCode: zipCode, countryCode: country } = registeredAddress
  const office = { phone, address: lines.join(', '), city, state, country, zipCode }
  const [leaderFirstName = '', ...leaderNames] = leader.name.split(' ')
  const insert = async (fields: Partial<User>, password: string) =>
    User.query(trx)
      .insert({ ...fields, emailVerifiedAt: new Date(), passwordHash: await hashPassword(password) })
      .returning('*')

  const admin = await insert(
    {
      ...office,
      firstName: leaderFirstName,
      lastName: leaderNames.join(' '),
      email: DEMO_ACCOUNTS.admin.email,
      jobTitle: leader.role,
      isAdmin: true,
    },
    DEMO_ACCOUNTS.admin.password,
  )
  const staff = await insert(
    {
      ...office,
      firstName: 'Rohan',
      lastName: 'Shekhawat',
      email: DEMO_ACCOUNTS.staff.email,
      jobTitle: 'Lead Engineer',
      isStaff: true,
    },
    DEMO_ACCOUNTS.staff.password,
  )
  const customer = await insert(
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
  // Nobody signs in as these: each gets a random password that is stored nowhere.
  const others: User[] = []
  for (const person of OTHER_CUSTOMERS) others.push(await insert(person, crypto.randomUUID()))
  return { admin, staff, customer, others }
}

const OTHER_CUSTOMERS: Partial<User>[] = [
  {
    firstName: 'Daniel',
    lastName: 'Okafor',
    email: 'daniel.okafor@harborlogistics.example',
    phone: '+1 602 555 0173',
    company: 'Harbor Logistics',
    jobTitle: 'IT Manager',
    address: '2201 E Camelback Road',
    city: 'Phoenix',
    state: 'Arizona',
    country: 'US',
    zipCode: '85016',
  },
  {
    firstName: 'Mei',
    lastName: 'Tanaka',
    email: 'mei.tanaka@sakurateas.example',
    phone: '+65 6555 0146',
    company: 'Sakura Teas',
    jobTitle: 'Founder',
    address: '71 Robinson Road',
    city: 'Singapore',
    state: 'Singapore',
    country: 'SG',
    zipCode: '068895',
  },
]
