/** The API's rules that the seeds need. The API passes them in, because db must not import from api. */
import type { Knex } from 'knex'
import type { Order } from '#db/models/orders/order.ts'
import type { SeedCompany } from './accounts.ts'

export interface SeedRules {
  /** Hashes with argon2id. */
  hashPassword: (password: string) => Promise<string>
  /** Amounts in cents, `discount` in percent or dollars. */
  quotePrice: (
    priceCents: number,
    coupon: { discountType: 'percentage' | 'fixed'; discount: number } | null,
  ) => { originalCents: number; discountCents: number; amountCents: number }
  company: SeedCompany
  /** The shop's default currency. */
  currency: string
  /** All versions of the policies that buyers accept, each policy's oldest first. */
  policyVersions: Omit<NonNullable<Order['acceptedPolicies']>[number], 'acceptedAt'>[]
  /** @returns when the company closes on the last of a number of working days */
  endWorkingDay: (from: Date, days: number) => Date
  /** @returns how many business days began meanwhile */
  countLostDays: (from: Date, until: Date) => number
  /** Issues an order's invoice and credit notes, if they are missing. */
  issueDocuments: (trx: Knex.Transaction, orderId: number, at: Date) => Promise<void>
  /** Writes a mail as it would be sent now. */
  writeMail: (
    trx: Knex.Transaction,
    kind: string,
    payload: object,
  ) => Promise<{ toEmail: string; subject: string }>
  /** Puts an order file into the folder of uploads, to be scanned. Absent: the history has no files. */
  storeFile?: (trx: Knex.Transaction, id: string, bytes: Uint8Array) => Promise<void>
}
