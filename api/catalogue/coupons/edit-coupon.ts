import type { Knex } from 'knex'
import { currencies } from '#api/content/content.ts'
import type {
  CreateCouponBody,
  UpdateCouponBody,
  Coupon as WireCoupon,
} from '#api/contract/catalogue/coupons.ts'
import { findUserByEmail } from '#api/people/auth/account.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { findAmountFault, findDiscountFault, PAST_MESSAGE } from '#api/rules/coupon-rules.ts'
import { formatPlain } from '#api/rules/money/format.ts'
import { fromNumber, money } from '#api/rules/money/money.ts'
import { readAmounts } from '#api/rules/money/set-amounts.ts'
import { refuse } from '#db/connection/unique-violation.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { User } from '#db/models/people/user.ts'
import { toDiscount } from './coupon.ts'
import { getCoupon } from './queries.ts'

/** @throws InvalidInput; Conflict code_taken */
export async function createCoupon(
  db: Knex,
  { ownerEmail, ...body }: CreateCouponBody,
  admin: Actor,
): Promise<WireCoupon> {
  return db
    .transaction(async (trx) => {
      const ownerId = ownerEmail ? await lockOwner(trx, ownerEmail) : null
      await admin.holdRight(trx)
      const fields = { ...toColumns(body), ownerId }
      await assertValid(trx, fields)
      const { id } = await Coupon.query(trx).insert(fields).returning('id')
      const made = await Coupon.query(trx).findById(id).throwIfNotFound()
      await recordEdit(trx, about(made, admin.id), undefined, toAuditValues(made))
      return getCoupon(trx, id)
    })
    .catch(refuse('coupons_code_key', codeTaken))
}

/**
 * Changes the given fields. Existing orders keep their discount.
 * @throws NotFound; InvalidInput; Conflict code_taken, limit_below_used
 */
export async function updateCoupon(db: Knex, id: number, body: UpdateCouponBody, admin: Actor) {
  return db
    .transaction(async (trx) => {
      await admin.holdRight(trx)
      // Orders reserve uses under the same lock, so the new limit holds.
      const before = await findOrThrow(Coupon.query(trx).findById(id).forUpdate(), 'Coupon')
      const fields = toColumns(body, before)
      await assertValid(trx, fields, before)
      if (Object.keys(fields).length > 0) await Coupon.query(trx).findById(id).patch(fields)
      const after = await Coupon.query(trx).findById(id).throwIfNotFound()
      await recordEdit(trx, about(after, admin.id), toAuditValues(before), toAuditValues(after))
      return getCoupon(trx, id)
    })
    .catch(refuse('coupons_code_key', codeTaken))
}

/** Locks the owner, so that they cannot be erased before the coupon is stored. @throws InvalidInput */
async function lockOwner(trx: Knex.Transaction, email: string): Promise<number> {
  const owner = await findUserByEmail(trx, email)
  const locked = owner && (await User.query(trx).findById(owner.id).whereNull('erasedAt').forShare())
  if (!locked) throw new InvalidInput('ownerEmail', 'No account has this email')
  return locked.id
}

/** @throws InvalidInput */
function toColumns(
  { discount, amounts, expiresAt, ...rest }: UpdateCouponBody,
  before?: Coupon,
): Partial<Coupon> {
  // A percentage has no currency of its own.
  const currency = before?.discountType === 'fixed' ? before.currency : currencies.default
  const discountType = rest.discountType ?? before?.discountType
  const figure = discount ?? (before && toDiscount(before).discount)
  const fault = discountType && figure !== undefined && findDiscountFault(discountType, figure, currency)
  if (fault) throw new InvalidInput('discount', fault)
  const toHundredths = (wanted: number) =>
    discountType === 'fixed' ? fromNumber(wanted, currency).minor : Math.round(wanted * 100)
  const asked = { before: before?.otherAmounts ?? {}, typed: amounts ?? {}, currency }
  const read = readAmounts(currencies, asked, findAmountFault)
  if ('fault' in read) throw new InvalidInput(`amounts.${read.code}`, read.fault)
  return {
    ...rest,
    ...(currency !== before?.currency && { currency }),
    // A percentage applies to every currency and has no other amounts.
    ...((amounts || rest.discountType) && { otherAmounts: discountType === 'fixed' ? read.amounts : {} }),
    // When the type changes, the same figure is a different number of hundredths.
    ...((discount !== undefined || rest.discountType) &&
      figure !== undefined && { discountHundredths: toHundredths(figure) }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
  }
}

async function assertValid(trx: Knex.Transaction, fields: Partial<Coupon>, before?: Coupon): Promise<void> {
  const { expiresAt, packageId, usageLimit } = fields
  const isNew = expiresAt?.getTime() !== before?.expiresAt?.getTime()
  if (expiresAt && isNew && expiresAt.getTime() <= Date.now()) {
    throw new InvalidInput('expiresAt', PAST_MESSAGE)
  }
  if (packageId && !(await Package.query(trx).findById(packageId).select('id'))) {
    throw new InvalidInput('packageId', 'There is no such package')
  }
  const used = before?.usedCount ?? 0
  if (usageLimit && usageLimit < used) {
    const message = `The limit cannot be below the ${used === 1 ? 'use' : `${used} uses`} already taken`
    throw new Conflict('limit_below_used', message, { issues: [{ path: 'usageLimit', message }] })
  }
}

function codeTaken(): Conflict {
  const message = 'A coupon with this code already exists'
  return new Conflict('code_taken', message, { issues: [{ path: 'code', message }] })
}

/** Label for the audit log, which stays for good: a one-person coupon goes by its id, because the code may hold a name. */
const about = ({ id, code, ownerId }: Coupon, actorId: number) =>
  ({ actorId, subject: 'coupon', subjectId: id, label: ownerId === null ? code : `Coupon ${id}` }) as const

function toAuditValues(coupon: Coupon) {
  const { status, usageLimit, expiresAt, newCustomersOnly, packageId, ownerId } = coupon
  const { discountType, discount } = toDiscount(coupon)
  return {
    ...(ownerId === null ? { code: coupon.code } : { ownerId, personalCode: coupon.code }),
    discountType,
    discount,
    amounts: Object.entries(coupon.otherAmounts).map(([code, minor]) => formatPlain(money(minor, code))),
    status,
    usageLimit,
    expiresAt: expiresAt?.toISOString() ?? null,
    newCustomersOnly,
    packageId,
  }
}
