/** Which currencies the provider's account has enabled. The provider cannot list them; only opening an order in one shows it. */
import type { Knex } from 'knex'
import { adminPath, notify } from '#api/outbound/notifications/notify.ts'
import type { Services } from '#api/platform/app-type.ts'
import type { CurrencyCode } from '#api/rules/money/currencies.ts'
import { type MarkName, OperationMark } from '#db/models/platform/operation-mark.ts'

const markOf = (currency: CurrencyCode): MarkName => `currency_${currency}`

/**
 * Stores the state of a currency only when it changes, so `markedAt` tells since when it holds. Notifies admins once per
 * refusal, and again only if the currency was enabled in between.
 */
export async function recordCurrencyState(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  currency: CurrencyCode,
  state: 'enabled' | 'refused',
): Promise<void> {
  await db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { since: string }[] }>(
      `INSERT INTO operation_marks (name, marked_at, details) VALUES (:name, now(), :details)
       ON CONFLICT (name) DO UPDATE SET marked_at = excluded.marked_at, details = excluded.details
       WHERE operation_marks.details <> excluded.details RETURNING marked_at::text AS since`,
      { name: markOf(currency), details: JSON.stringify({ state }) },
    )
    if (!rows[0] || state === 'enabled') return
    await notify(jobs, trx, {
      kind: 'currency_refused',
      key: `currency_refused:${currency}:${rows[0].since}`,
      title: `The payment provider refuses orders in ${currency}`,
      facts: [
        { label: 'Buyers', value: 'are offered the price in the default currency instead' },
        { label: 'Offers in it', value: 'cannot be paid. Write them again in another currency' },
      ],
      path: adminPath({ view: 'setup' }),
    })
  })
}

/** @returns undefined if no order was tried in this currency yet */
export async function findCurrencyState(
  db: Knex,
  currency: CurrencyCode,
): Promise<{ isRefused: boolean; since: Date } | undefined> {
  const mark = await OperationMark.query(db).findById(markOf(currency))
  return mark && { isRefused: mark.details.state === 'refused', since: mark.markedAt }
}
