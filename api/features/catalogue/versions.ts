/** The versions of a package, one for each save (docs/product/back-office.md, History of a package). */
import type { Knex } from 'knex'
import { Package, PackageVersion } from '../../../db/models/package.ts'
import { Conflict, getFound } from '../../base/errors.ts'
import { currencies } from '../../content/content.ts'
import type { AuditChange, AuditValue } from '../../contract/audit.ts'
import type { PackageQuestion } from '../../contract/catalogue.ts'
import type { AdminPackage } from '../../contract/packages.ts'
import { PackageVersion as ListedVersion, VERSIONS_A_PAGE } from '../../contract/packages.ts'
import { toWire } from '../../http/to-wire.ts'
import { DEFAULT_CURRENCY } from '../../rules/money/currencies.ts'
import { formatPlain } from '../../rules/money/format.ts'
import { fromNumber, toDecimal } from '../../rules/money/money.ts'
import type { PlannedPart } from '../../rules/money/payment-plan.ts'
import { listOthers } from '../../rules/money/set-amounts.ts'
import { listChanges } from '../audit/record.ts'

/** The fields of a package that its form edits. A version stores these. */
type PackageContent = Omit<
  AdminPackage,
  'id' | 'slug' | 'version' | 'reviewSummary' | 'informationRequired' | 'questions' | 'paymentPlan'
> & { questions: Omit<PackageQuestion, 'id'>[]; paymentPlan: PlannedPart[] | null }

function toContent(item: AdminPackage): PackageContent {
  const { id: _, slug: __, version: ___, reviewSummary: ____, informationRequired: _____, ...content } = item
  return {
    ...content,
    questions: content.questions.map(({ id: _, ...question }) => question),
    paymentPlan: content.paymentPlan?.map(({ amounts: _, ...part }) => part) ?? null,
  }
}

/** @param before undefined where the package is new */
export function comparePackages(before: AdminPackage | undefined, after: AdminPackage): AuditChange[] {
  return compare(before && toContent(before), toContent(after))
}

function compare(before: PackageContent | undefined, after: PackageContent): AuditChange[] {
  return listChanges(before && toAuditValues(before), toAuditValues(after))
}

function toAuditValues(content: PackageContent): Record<string, AuditValue> {
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

export interface Save {
  adminId: number
  /** Undefined where the package is new. */
  before?: AdminPackage
  /** When `before` was saved. */
  beforeAt?: Date
  after: AdminPackage
  restoredFrom?: number | undefined
}

/**
 * Stores a save as the next version. The state before it is stored as well where there is no version of it yet, as for packages
 * of the seeds.
 * @returns `after` with the number of its version
 */
export async function keepVersion(trx: Knex.Transaction, save: Save): Promise<AdminPackage> {
  const { adminId, before, beforeAt, after, restoredFrom = null } = save
  const version = before ? before.version + 1 : after.version
  const packageId = after.id
  if (before) {
    const content = toContent(before)
    await PackageVersion.query(trx)
      .insert({ packageId, version: before.version, content, ...(beforeAt && { savedAt: beforeAt }) })
      .onConflict(['packageId', 'version'])
      .ignore()
    await Package.query(trx).findById(packageId).patch({ version })
  }
  const content = toContent(after)
  await PackageVersion.query(trx).insert({ packageId, version, content, savedBy: adminId, restoredFrom })
  return { ...after, version }
}

/** @throws Conflict changed_meanwhile where the package was saved since the caller has read it */
export async function assertUnchanged(
  trx: Knex.Transaction,
  { id, version }: Package,
  expectedVersion: number | undefined,
): Promise<void> {
  if (expectedVersion === undefined || expectedVersion === version) return
  const last = await PackageVersion.query(trx).findOne({ packageId: id, version }).withGraphFetched('editor')
  const who = last?.editor ? `${last.editor.firstName} ${last.editor.lastName}` : 'Somebody'
  throw new Conflict('changed_meanwhile', `${who} has saved this package since you opened it.`)
}

/** The values of fields that versions from before these fields lack. */
const OLDER = { includedChanges: null, currency: DEFAULT_CURRENCY, paymentPlan: null }

/** Newest first. @param before the number of the last version that was listed already */
export async function listVersions(db: Knex, item: AdminPackage, before: number | undefined) {
  const query = PackageVersion.query(db).where({ packageId: item.id }).withGraphFetched('editor')
  if (before !== undefined) query.where('version', '<', before)
  // One more than is listed, which the last one is compared with.
  const rows = await query.orderBy('version', 'desc').limit(VERSIONS_A_PAGE + 1)
  const contents = rows.map(({ content }) => ({ ...OLDER, ...(content as object) }) as PackageContent)
  const today = toContent(item)
  return rows.slice(0, VERSIONS_A_PAGE).map((row, index) => {
    const content = contents[index] as PackageContent
    const earlier = contents[index + 1]
    return toWire(ListedVersion, {
      ...row,
      savedBy: row.editor ?? null,
      changes: earlier ? compare(earlier, content) : [],
      restoring: compare(today, { ...today, ...toRestored(content) }),
    })
  })
}

/** @throws NotFound */
export async function getRestored(db: Knex, packageId: number, version: number) {
  const found = await getFound(PackageVersion.query(db).findOne({ packageId, version }), 'Version')
  const { prices, ...restored } = toRestored({ ...OLDER, ...(found.content as PackageContent) })
  const none = listOthers(currencies, currencies.default).map((code) => [code, null])
  return { ...restored, prices: { ...Object.fromEntries(none), ...prices } }
}

/** Leaves out whether the package is active, and prices in currencies that the shop no longer sells in. */
function toRestored({ isActive: _, currency, price, prices = {}, ...content }: PackageContent) {
  const others: string[] = listOthers(currencies, currencies.default)
  const isSame = (currency ?? DEFAULT_CURRENCY) === currencies.default
  return {
    ...content,
    ...(isSame && { price }),
    prices: Object.fromEntries(Object.entries(prices).filter(([code]) => others.includes(code))),
  }
}
