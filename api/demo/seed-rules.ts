/** Functions of the API for the seeds in `db/seeds`, which must not import from the API. */

import { brand, calendar, currencies, leaders, policyVersions } from '#api/content/content.ts'
import type { MailKind, MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import { MAILS } from '#api/mails.ts'
import { issueDocuments } from '#api/money/invoices/issue.ts'
import { computePromisedDate } from '#api/orders/order/delivery.ts'
import { hashPassword } from '#api/people/auth/passwords/passwords.ts'
import { parseEnv } from '#api/platform/environment/env.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { openStorage, type StoreSettings } from '#api/platform/storage/open.ts'
import { DEFAULT_CURRENCY } from '#api/rules/money/currencies.ts'
import { money } from '#api/rules/money/money.ts'
import { quotePrice, toColumns } from '#api/rules/money/pricing.ts'
import { countLostDays } from '#api/rules/order-work/promised-date.ts'
import type { SeedRules } from '#db/seeds/seed-rules.ts'

const [founder, second] = leaders
/** For rendering mails. Only their receiver and subject are stored, so links with a made-up secret do not matter. */
const env = parseEnv({ SESSION_SECRET: 'unused'.repeat(6) })

/** @returns the rules of a shop with file storage */
export const withFiles = (env: StoreSettings, jobs: Jobs): SeedRules => ({
  ...seedRules,
  async storeFile(trx, fileId, bytes) {
    await (await openStorage(env)).put(fileId, bytes)
    await jobs.send(trx, 'check-file', { fileId })
  },
})

export const seedRules: SeedRules = {
  hashPassword,
  quotePrice: (cents, coupon) => toColumns(quotePrice(money(cents, DEFAULT_CURRENCY), coupon)),
  company: { ...brand, leader: second ?? founder },
  currency: currencies.default,
  policyVersions,
  endWorkingDay: computePromisedDate,
  countLostDays: (from, until) => countLostDays(from, until, calendar),
  issueDocuments,
  writeMail: async (db, kind, payload) => {
    const { write } = MAILS[kind as MailKind] as (typeof MAILS)['welcome']
    const { to, subject } = await write(payload as MailPayloads['welcome'], {
      services: { db, env },
      outboxId: 0,
      messageId: '',
    })
    return { toEmail: to.address, subject }
  },
}
