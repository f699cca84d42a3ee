/**
 * Inserts sixteen weeks of the demo's history: orders, work, money and mails as the shop would have stored them. Each first start
 * inserts the same rows, dated back from now (docs/decisions/050-a-demo-with-a-past.md). api/testing/demo-history.test.ts checks
 * that the rows are consistent.
 */
import type { Knex } from 'knex'
import { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { Payment } from '#db/models/money/payment.ts'
import { User } from '#db/models/people/user.ts'
import type { SeededAccounts } from './accounts.ts'
import { later, openClock } from './history/clock.ts'
import { listSteps } from './history/order-story.ts'
import { COLLEAGUES, type StaffKey } from './history/people.ts'
import { readPlan } from './history/plan.ts'
import { audit, formatUsdCents, notify, Records, type Shop, type Step, storeRecords } from './history/shop.ts'
import { DEMO_PROVIDER, demoProviderId } from './provider-id.ts'
import type { SeedRules } from './seed-rules.ts'

const DAY_MINUTES = 24 * 60

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
    ...readPlan().flatMap((plan, index) => listSteps(shop, plan, `demo ${index}`)),
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

/** The IP addresses of sign-ins: the office, and a colleague's home. */
const OFFICE = '203.0.113.24'
const HOME = '198.51.100.77'
const SIGN_INS: readonly (readonly [
  person: 'admin' | StaffKey,
  day: number,
  minutes: number,
  ipAddress: string,
])[] = [
  ['admin', 9, 531, OFFICE],
  ['rohan', 9, 526, OFFICE],
  ['priya', 8, 533, OFFICE],
  ['admin', 7, 529, OFFICE],
  ['callum', 7, 402, HOME],
  ['neha', 6, 538, OFFICE],
  ['admin', 5, 524, OFFICE],
  ['rohan', 5, 519, OFFICE],
  ['callum', 4, 411, HOME],
  ['admin', 3, 530, OFFICE],
  ['priya', 3, 527, OFFICE],
  ['rohan', 2, 522, OFFICE],
  ['admin', 2, 528, HOME],
  ['neha', 1, 534, OFFICE],
  ['callum', 1, 409, HOME],
  ['admin', 1, 525, OFFICE],
  ['rohan', 0, 521, OFFICE],
  ['admin', 0, 532, OFFICE],
]

/** Lists the steps that concern no order: sign-ins, exports, and payments without an order. */
function listOfficeSteps(shop: Shop): Step[] {
  const { clock, admin, staff } = shop
  const signIns = SIGN_INS.map(([person, day, minutes, ipAddress]): Step => {
    const at = clock.at(day, minutes)
    const { id } = person === 'admin' ? admin : staff[person]
    const entry = { action: 'signed_in', subject: 'user', actorId: id, subjectId: id } as const
    return { at, take: () => audit(shop, at, entry, { ipAddress }) }
  })
  const exports = [61, 40, 19].map((day): Step => {
    const at = clock.at(day, 480)
    const entry = { action: 'exported', subject: 'order', subjectLabel: 'orders.csv' } as const
    return { at, take: () => audit(shop, at, { ...entry, actorId: admin.id }, { ipAddress: OFFICE }) }
  })
  const money = [
    { day: 29, amountCents: 9_900, lookedNote: 'Paid from an old tab. Given back at the provider.' },
    { day: 3, amountCents: 45_000 },
  ].map(({ day, ...stray }): Step => {
    const at = clock.at(day, 215)
    return { at, take: () => storeStrayMoney(shop, at, stray) }
  })
  return [...signIns, ...exports, ...money]
}

/** Stores a payment for an unknown order. With a note, an admin checked it the day after. */
async function storeStrayMoney(
  shop: Shop,
  at: Date,
  { amountCents, lookedNote }: { amountCents: number; lookedNote?: string },
): Promise<void> {
  const { trx, admin } = shop
  const lookedAt = later(at, DAY_MINUTES)
  const providerPaymentId = demoProviderId('pay', `stray ${amountCents}`)
  const { id } = await Payment.query(trx)
    .insert({
      provider: DEMO_PROVIDER,
      providerPaymentId,
      amountCents,
      currency: 'USD',
      status: 'captured',
      fulfilsOrder: false,
      flag: 'unknown_order',
      createdAt: at,
      capturedAt: at,
      ...(lookedNote && { lookedAt, lookedBy: admin.id, lookedNote }),
    })
    .returning('id')
  notify(shop, at, {
    kind: 'stray_money',
    key: `stray_money:${id}`,
    title: `Unmatched payment: ${formatUsdCents(amountCents)}`,
    facts: [{ label: 'Why', value: 'unknown order' }],
    path: '/admin?tab=staff&view=money',
  })
  if (!lookedNote) return
  const entry = {
    action: 'updated',
    subject: 'payment',
    subjectId: id,
    subjectLabel: providerPaymentId,
  } as const
  const changes = [{ field: 'lookedAt', from: false, to: true }]
  const personal = { changes: [{ field: 'note', from: null, to: lookedNote }] }
  audit(shop, lookedAt, { ...entry, actorId: admin.id, changes }, personal)
}

/** Marks notifications that are older than two working days as read by the admin. */
async function markRead({ trx, admin, clock }: Shop): Promise<void> {
  await trx.raw(
    `INSERT INTO notification_reads (notification_id, user_id)
     SELECT id, ? FROM notifications WHERE created_at < ?`,
    [admin.id, clock.at(2, 0)],
  )
}
