import { expect, test } from 'vitest'
import type { MailKind } from '#api/contract/operations/mail-kinds.ts'
import { MAILS } from '#api/mails.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertOrder, insertUser } from '#db/testing/builders.ts'
import { openTestDb } from '#db/testing/test-db.ts'
import { NotApplicable } from './content.ts'
import { admitMail } from './recipient-limits.ts'

const testDb = openTestDb()

/** Queues mails at the same time. @returns how many are admitted */
async function countAdmitted(count: number, kind: MailKind, address: string): Promise<number> {
  const mails = await OutboxMessage.query(testDb.db)
    .insert(Array.from({ length: count }, () => ({ kind, payload: {} })))
    .returning('*')
  const outcomes = await Promise.allSettled(
    mails.map((mail) => admitMail(testDb.db, mail, address, MAILS[kind].aDay)),
  )
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
  for (const { reason } of refusals) expect(reason).toBeInstanceOf(NotApplicable)
  return count - refusals.length
}

test('a dozen mails about failed payments at once to an address that nobody has proved are one mail', async () => {
  expect(await countAdmitted(12, 'payment_failed', 'victim@example.com')).toBe(1)
  expect(await countAdmitted(2, 'payment_failed', 'Victim+again@Example.com')).toBe(0)
  expect(await countAdmitted(2, 'payment_failed', 'somebody.else@example.com')).toBe(1)
})

test('an address that its owner has proved gets more of them, but not without end, and having paid proves none', async () => {
  const owner = await insertUser(testDb.db)
  const buyer = await insertUser(testDb.db, { emailVerifiedAt: null })
  await insertOrder(testDb.db, { userId: buyer.id, paymentStatus: 'paid' })
  const staff = await insertUser(testDb.db, { isStaff: true, emailVerifiedAt: null })
  expect(await countAdmitted(12, 'payment_failed', owner.email)).toBe(10)
  expect(await countAdmitted(52, 'assignment', owner.email)).toBe(50)
  expect(await countAdmitted(12, 'payment_failed', buyer.email)).toBe(1)
  expect(await countAdmitted(22, 'order_confirmation', buyer.email)).toBe(20)
  expect(await countAdmitted(7, 'assignment', staff.email)).toBe(5)
})

test('a mail that is tried again counts once', async () => {
  const mail = await OutboxMessage.query(testDb.db)
    .insert({ kind: 'payment_failed', payload: {} })
    .returning('*')
  for (let nth = 0; nth < 3; nth += 1)
    await admitMail(testDb.db, mail, 'buyer@example.com', MAILS.payment_failed.aDay)
})
