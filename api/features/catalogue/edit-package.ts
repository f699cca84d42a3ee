import type { Knex } from 'knex'
import { Package } from '../../../db/models/package.ts'
import { PackageQuestion } from '../../../db/models/package-question.ts'
import type {
  AdminPackage,
  CreatePackageBody,
  PACKAGE_SORTS,
  PackageListQuery,
  PackageName,
  QuestionBody,
  UpdatePackageBody,
} from '../../contract/admin.ts'
import type { AuditValue } from '../../contract/audit.ts'
import { DEFAULT_DELIVERY_DAYS } from '../../contract/package-rules.ts'
import { parsePriceCents } from '../../contract/pricing.ts'
import { NotFound } from '../../errors.ts'
import { fetchPage, type Page, type SortExpressions } from '../../lists/list.ts'
import { whereFound } from '../../lists/search.ts'
import { listChanges, recordChange } from '../audit/record.ts'
import { takePicture } from '../pictures/picture.ts'
import { getCategory, holdCategories } from './category.ts'
import { type PackageRow, selectPackages, toWirePackage } from './package.ts'
import { replaceQuestions } from './questions.ts'
import { findFreeSlug } from './slug.ts'

/** Packages are few: they are sorted without an index. */
const SORTS: SortExpressions<(typeof PACKAGE_SORTS)[number]> = {
  id: ['packages.id'],
  name: ['lower(packages.name)', 'packages.id'],
  price: ['packages.price_cents', 'packages.id'],
  category: ['packages.category', 'packages.id'],
}

/** Inactive packages too. */
export async function listPackages(db: Knex, list: PackageListQuery): Promise<Page<AdminPackage>> {
  const query = selectPackages(db)
  if (list.category) query.where({ category: list.category })
  if (list.status) query.where({ isActive: list.status === 'active' })
  whereFound(query, 'packages', list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: await withQuestions(db, rows as PackageRow[]), total }
}

/** All packages on one page, for filters. */
export async function listPackageNames(db: Knex): Promise<PackageName[]> {
  return Package.query(db).select('id', 'name', 'isActive').orderByRaw('lower(name), id')
}

export async function createPackage(
  db: Knex,
  body: CreatePackageBody,
  adminId: number,
): Promise<AdminPackage> {
  return db.transaction(async (trx) => {
    await holdCategories(trx)
    const category = await getCategory(trx, body.category)
    const { id } = await Package.query(trx).insert({
      ...toColumns(body),
      category: category.name,
      slug: await findFreeSlug(trx, body.name),
      ...(await takePicture(trx, body, { current: category, fallback: category })),
      deliveryDays: body.deliveryDays ?? DEFAULT_DELIVERY_DAYS,
    })
    await saveQuestions(trx, id, body)
    const made = await getPackage(trx, id)
    await recordPackage(trx, { adminId, after: made })
    return made
  })
}

/**
 * Changes the fields that the body names. The slug stays, so that links keep working. Existing orders keep their name and
 * price.
 * @throws NotFound, InvalidInput
 */
export async function updatePackage(
  db: Knex,
  { id, body, adminId }: { id: number; body: UpdatePackageBody; adminId: number },
): Promise<AdminPackage> {
  return db.transaction(async (trx) => {
    await holdCategories(trx)
    // Locked until the transaction ends, so that two edits take turns.
    const current = await Package.query(trx).findById(id).forNoKeyUpdate()
    if (!current) throw new NotFound('Package')
    const before = await getPackage(trx, id)
    const category = await getCategory(trx, body.category ?? current.category)
    await current.$query(trx).patch({
      ...toColumns(body),
      category: category.name,
      ...(await takePicture(trx, body, { current, fallback: category })),
      updatedAt: new Date(),
    })
    await saveQuestions(trx, id, body)
    const after = await getPackage(trx, id)
    await recordPackage(trx, { adminId, before, after })
    return after
  })
}

async function recordPackage(
  trx: Knex.Transaction,
  { adminId, before, after }: { adminId: number; before?: AdminPackage; after: AdminPackage },
): Promise<void> {
  await recordChange(trx, {
    actorId: adminId,
    action: before ? 'updated' : 'created',
    subject: 'package',
    subjectId: after.id,
    label: after.name,
    changes: listChanges(before && toAuditValues(before), toAuditValues(after)),
  })
}

function toAuditValues(item: AdminPackage): Record<string, AuditValue> {
  const { id: _, slug: __, reviewSummary: ___, informationRequired: ____, price, questions, ...shown } = item
  return {
    ...shown,
    price: price.toFixed(2),
    questions: questions.map(
      ({ question, questionType, required }) =>
        `${question} (${questionType}${required ? ', required' : ''})`,
    ),
  }
}

function toColumns({
  price,
  questions: _,
  informationRequired: __,
  ...columns
}: UpdatePackageBody): Partial<Package> {
  return { ...columns, ...(price !== undefined && { priceCents: parsePriceCents(price) }) }
}

async function saveQuestions(trx: Knex.Transaction, packageId: number, body: UpdatePackageBody) {
  const { questions, informationRequired } = body
  const wanted: QuestionBody[] | undefined =
    questions ?? informationRequired?.map((question) => ({ question }))
  const field = questions ? 'questions' : 'informationRequired'
  if (wanted) await replaceQuestions(trx, { packageId, wanted, field })
}

async function getPackage(db: Knex, id: number): Promise<AdminPackage> {
  const rows = (await selectPackages(db).where({ id })) as PackageRow[]
  const [found] = await withQuestions(db, rows)
  if (!found) throw new NotFound('Package')
  return found
}

/** Needs one statement, however many packages there are. */
async function withQuestions(db: Knex, rows: PackageRow[]): Promise<AdminPackage[]> {
  const questions = await PackageQuestion.query(db)
    .whereIn(
      'packageId',
      rows.map(({ id }) => id),
    )
    .whereNull('retiredAt')
    .orderBy(['position', 'id'])
  const byPackage = Map.groupBy(questions, ({ packageId }) => packageId)
  return rows.map((row) => ({ ...toWirePackage(row), questions: byPackage.get(row.id) ?? [] }))
}
