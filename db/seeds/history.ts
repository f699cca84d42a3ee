/**
 * Inserts sixteen weeks of the demo's history: orders, work, money and mails as the shop would have stored them. Each first start
 * inserts the same rows, dated back from now (docs/decisions/050-a-demo-with-a-past.md). api/testing/demo-history.test.ts checks
 * that the rows are consistent.
 */
import type { Knex } from 'knex'
import { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { Payment } from '#db/models/money/payment.ts'
import type { AuditEntry } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'
import type { SeededAccounts } from './accounts.ts'
import { later, openClock, pick } from './history/clock.ts'
import { listSteps } from './history/order-story.ts'
import { COLLEAGUES } from './history/people.ts'
import { PLAN } from './history/plan.ts'
import { audit, formatUsd, notify, Records, type Shop, type Step, storeRecords } from './history/shop.ts'
import { DEMO_PROVIDER, demoProviderId } from './provider-id.ts'
import type { SeedRules } from './seed-rules.ts'

const DAY_MINUTES = 24 * 60
/** How many working days of sign-ins the audit log has. */
const SIGN_IN_DAYS = 10

export async function seedHistory(
  trx: Knex.Transaction,
  { admin, staff: rohan, customer: clara }: SeededAccounts,
  rules: SeedRules,
): Promise<void> {
  const clock = openClock(rules.endWorkingDay)
  const passwordHash = await rules.hashPassword(crypto.randomUUID())
  const questions = await PackageQuestion.query(trx).orderBy('position')
  const packages = (await Package.query(trx)).map((one) =>
    Object.assign(one, { questions: questions.filter(({ packageId }) => packageId === one.id) }),
  )
  const shop: Shop = {
    trx,
    rules,
    clock,
    admin,
    clara,
    staff: { rohan, ...(await hireColleagues(trx, rohan, { passwordHash, now: clock.now })) },
    customers: new Map(),
    packages: new Map(packages.map((one) => [one.slug, one])),
    passwordHash,
    records: new Records(),
  }
  const steps: Step[] = [
    ...PLAN.flatMap((plan, index) => listSteps(shop, plan, `demo ${index}`)),
    ...listOfficeSteps(shop),
  ]
  steps.sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const { take } of steps) await take()
  await storeRecords(shop)
  await markRead(shop)
}

/** Creates the accounts of colleagues, who joined months apart and share the office of the demo's staff account. */
async function hireColleagues(
  trx: Knex.Transaction,
  { phone, address, city, state, country, zipCode, company }: User,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<Record<keyof typeof COLLEAGUES, User>> {
  const hire = (key: keyof typeof COLLEAGUES, daysAgo: number) => {
    const at = later(now, -daysAgo * DAY_MINUTES)
    const office = { phone, address, city, state, country, zipCode, company }
    const dates = { emailVerifiedAt: at, createdAt: at, updatedAt: at }
    return User.query(trx)
      .insert({ ...office, ...COLLEAGUES[key], ...dates, passwordHash, isStaff: true })
      .returning('*')
  }
  return { priya: await hire('priya', 372), callum: await hire('callum', 291), neha: await hire('neha', 134) }
}

/** Lists the steps that concern no order: sign-ins, exports, and a payment without an order. */
function listOfficeSteps(shop: Shop): Step[] {
  const { clock, admin, staff } = shop
  const ipAddress = '203.0.113.24'
  const steps: Step[] = []
  const add = (at: Date, entry: Partial<AuditEntry>) =>
    steps.push({ at, take: () => audit(shop, at, entry, { ipAddress }) })
  for (let day = 0; day < SIGN_IN_DAYS; day += 1)
    for (const { id } of [admin, ...Object.values(staff)])
      if (pick(`signs in ${id} ${day}`, 0, 1) === 1) {
        const entry = { action: 'signed_in', subject: 'user', actorId: id, subjectId: id } as const
        add(clock.at(day, pick(`signed in ${id} ${day}`, 500, 540)), entry)
      }
  const exported = { action: 'exported', subject: 'order', subjectLabel: 'orders.csv' } as const
  for (const day of [61, 40, 19]) add(clock.at(day, 480), { ...exported, actorId: admin.id })
  const straysAt = clock.at(3, 215)
  return [...steps, { at: straysAt, take: () => storeStrayMoney(shop, straysAt) }]
}

async function storeStrayMoney(shop: Shop, at: Date): Promise<void> {
  const amountCents = 45_000
  const { id } = await Payment.query(shop.trx)
    .insert({
      provider: DEMO_PROVIDER,
      providerPaymentId: demoProviderId('pay', 'stray'),
      amountCents,
      currency: 'USD',
      status: 'captured',
      fulfilsOrder: false,
      flag: 'unknown_order',
      createdAt: at,
      capturedAt: at,
    })
    .returning('id')
  notify(shop, at, {
    kind: 'stray_money',
    key: `stray_money:${id}`,
    title: `Unmatched payment: ${formatUsd(amountCents)}`,
    facts: [{ label: 'Reason', value: 'unknown order' }],
    path: '/admin?tab=staff&view=money',
  })
}

/** Marks notifications that are older than two working days as read by the admin. */
async function markRead({ trx, admin, clock }: Shop): Promise<void> {
  await trx.raw(
    `INSERT INTO notification_reads (notification_id, user_id)
     SELECT id, ? FROM notifications WHERE created_at < ?`,
    [admin.id, clock.at(2, 0)],
  )
}
