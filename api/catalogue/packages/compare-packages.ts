/** Compares a package before and after a save, and detects concurrent edits. */
import type { Knex } from 'knex'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import type { AuditChange, AuditValue } from '#api/contract/platform/audit.ts'
import { listChanges } from '#api/platform/audit/record.ts'
import { Conflict } from '#api/platform/errors.ts'
import { formatPlain } from '#api/rules/money/format.ts'
import { fromNumber, toDecimal } from '#api/rules/money/money.ts'
import type { Package } from '#db/models/catalogue/package.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'

export function comparePackages(before: AdminPackage | undefined, after: AdminPackage): AuditChange[] {
  return listChanges(before && toAuditValues(before), toAuditValues(after))
}

function toAuditValues(item: AdminPackage): Record<string, AuditValue> {
  const { id: _, slug: __, version: ___, reviewSummary: ____, informationRequired: _____, ...content } = item
  const { price, prices, questions, paymentPlan, ...shown } = content
  return {
    ...shown,
    price: toDecimal(fromNumber(price, shown.currency)),
    prices: Object.entries(prices ?? {}).map(([code, units]) => formatPlain(fromNumber(units, code))),
    paymentPlan: (paymentPlan ?? []).map(({ label, share, due }) => `${label}: ${share}%, ${due}`),
    questions: questions.map(
      ({ question, questionType, required }) =>
        `${question} (${questionType}${required ? ', required' : ''})`,
    ),
  }
}

/** @throws Conflict changed_meanwhile if the package was saved after the caller read it */
export async function assertUnchanged(
  trx: Knex.Transaction,
  { id, version }: Package,
  expectedVersion: number | undefined,
): Promise<void> {
  if (expectedVersion === undefined || expectedVersion === version) return
  const last = await AuditEntry.query(trx)
    .where({ subject: 'package', subjectId: id })
    .orderBy([
      { column: 'createdAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first()
    .withGraphFetched('actor')
  const who = last?.actor ? `${last.actor.firstName} ${last.actor.lastName}` : 'Someone'
  throw new Conflict('changed_meanwhile', `${who} has saved this package since you opened it.`, { version })
}
