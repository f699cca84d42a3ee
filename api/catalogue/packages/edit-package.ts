import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { takePicture } from '#api/catalogue/pictures/picture.ts'
import { currencies } from '#api/content/content.ts'
import type {
  AdminPackage,
  CreatePackageBody,
  QuestionBody,
  UpdatePackageBody,
} from '#api/contract/catalogue/packages.ts'
import { recordChange } from '#api/platform/audit/record.ts'
import { findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { parseAmount } from '#api/rules/money/money.ts'
import { findPriceFault, readAmounts } from '#api/rules/money/set-amounts.ts'
import { DEFAULT_DELIVERY_DAYS } from '#api/rules/package-rules.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { getCategory, holdCategories } from './category.ts'
import { assertUnchanged, comparePackages } from './compare-packages.ts'
import { findFreeSlug } from './package.ts'
import { getPackage } from './queries.ts'
import { replaceQuestions } from './questions.ts'

export async function createPackage(db: Knex, body: CreatePackageBody, admin: Actor) {
  return db.transaction(async (trx) => {
    // An active package sells at this price at once, so it takes a proof of identity.
    await admin.holdRight(trx, body.isActive === false ? undefined : 'with_factor')
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
    return recordSave(trx, { adminId: admin.id, after: await getPackage(trx, id) })
  })
}

interface Update {
  id: number
  body: UpdatePackageBody
  admin: Actor
}

/**
 * Changes the given fields. The slug stays, so that links keep working. Existing orders keep the name and price at which
 * they were placed.
 * @throws NotFound, InvalidInput; Conflict changed_meanwhile
 */
export async function updatePackage(db: Knex, { id, body, admin }: Update) {
  if (body.id !== undefined && body.id !== id)
    throw new InvalidInput('id', 'The address names another package')
  return db.transaction(async (trx) => {
    await holdCategories(trx)
    // Serialises edits of one package.
    const current = await findOrThrow(
      Package.query(trx).findById(id).where({ isCustom: false }).forNoKeyUpdate(),
      'Package',
    )
    const columns = toColumns(body, current)
    const isSale = (['priceCents', 'currency', 'otherPrices', 'paymentPlan', 'isActive'] as const).some(
      (field) => columns[field] !== undefined && !isDeepStrictEqual(columns[field], current[field]),
    )
    await admin.holdRight(trx, isSale ? 'with_factor' : undefined)
    await assertUnchanged(trx, current, body.expectedVersion)
    const before = await getPackage(trx, id)
    const category = await getCategory(trx, body.category ?? current.category)
    await current.$query(trx).patch({
      ...columns,
      category: category.name,
      ...(await takePicture(trx, body, { current, fallback: category })),
      updatedAt: new Date(),
    })
    await saveQuestions(trx, id, body)
    return recordSave(trx, { adminId: admin.id, before, after: await getPackage(trx, id) })
  })
}

interface Save {
  adminId: number
  /** undefined for a new package. */
  before?: AdminPackage
  after: AdminPackage
}

/** Adds an audit log entry and raises the version, unless nothing has changed. */
async function recordSave(trx: Knex.Transaction, { adminId, before, after }: Save): Promise<AdminPackage> {
  const changes = comparePackages(before, after)
  if (changes.length === 0) return after
  await recordChange(trx, {
    actorId: adminId,
    action: before ? 'updated' : 'created',
    subject: 'package',
    subjectId: after.id,
    label: after.name,
    changes,
  })
  if (!before) return after
  const version = before.version + 1
  await Package.query(trx).findById(after.id).patch({ version })
  return { ...after, version }
}

/** @throws InvalidInput */
function toColumns(
  {
    price,
    prices,
    id: _id,
    questions: _,
    informationRequired: __,
    expectedVersion: ___,
    ...columns
  }: UpdatePackageBody,
  current?: Package,
): Partial<Package> {
  return {
    ...columns,
    ...(price !== undefined && toPrice(price)),
    ...(prices && { otherPrices: toOtherPrices(prices, current) }),
  }
}

function toPrice(price: number | string) {
  const currency = currencies.default
  const fault = findPriceFault(currencies, price, currency)
  if (fault) throw new InvalidInput('price', fault)
  return { priceCents: parseAmount(price, currency)?.minor, currency }
}

function toOtherPrices(typed: NonNullable<UpdatePackageBody['prices']>, current: Package | undefined) {
  const asked = { before: current?.otherPrices ?? {}, typed, currency: currencies.default }
  const read = readAmounts(currencies, asked, (price, code) => findPriceFault(currencies, price, code))
  if ('fault' in read) throw new InvalidInput(`prices.${read.code}`, read.fault)
  return read.amounts
}

async function saveQuestions(trx: Knex.Transaction, packageId: number, body: UpdatePackageBody) {
  const { questions, informationRequired } = body
  const wanted: QuestionBody[] | undefined =
    questions ?? informationRequired?.map((question) => ({ question }))
  const field = questions ? 'questions' : 'informationRequired'
  if (wanted) await replaceQuestions(trx, { packageId, wanted, field })
}
