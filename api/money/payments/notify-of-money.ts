/** Notifies admins of money that needs their attention. */
import type { Knex } from 'knex'
import { adminPath, notify } from '#api/outbound/notifications/notify.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money } from '#api/rules/money/money.ts'
import type { Payment } from '#db/models/money/payment.ts'

export async function notifyOfStrayMoney(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id, amountCents, currency, flag }: Pick<Payment, 'id' | 'amountCents' | 'currency' | 'flag'>,
): Promise<void> {
  await notify(jobs, trx, {
    kind: 'stray_money',
    key: `stray_money:${id}`,
    title: `Unmatched payment: ${formatMoney(money(amountCents, currency))}`,
    facts: [{ label: 'Reason', value: (flag ?? '').replaceAll('_', ' ') }],
    path: adminPath({ view: 'money' }),
  })
}
