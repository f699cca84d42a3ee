/** Coupons on orders. A use is reserved, redeemed or released together with its order, under the coupon's row lock. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { raw } from 'objection'
import { DomainError } from '#api/platform/errors.ts'
import { COUPON_STATUS, COUPON_USE } from '#api/rules/coupon-rules.ts'
import type { CurrencyCode } from '#api/rules/money/currencies.ts'
import { money, toNumber } from '#api/rules/money/money.ts'
import { type Discount, fitsCurrency } from '#api/rules/money/pricing.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { EXIT_COUPON_SECONDS } from '#api/rules/periods.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { CouponRedemption, Order } from '#db/models/orders/order.ts'

/** Unknown, inactive, expired and used-up codes get the same error, so that guessing reveals nothing. */
export const couponInvalid = (status: 404 | 409 = 404) =>
  new DomainError(status, 'coupon_invalid', 'The coupon code is invalid or has expired')

/** For a valid code that does not fit this order. The error code is the same, so that it counts as a guess. */
const couponDoesNotFit = (why: string) => new DomainError(409, 'coupon_invalid', why)

export interface CouponUse {
  /** The signed-in account. To everybody but its owner, a one-person coupon is unknown. */
  userId: number | null
  packageId: number | undefined
  email: string | undefined
  /** Only signed-in buyers are told that a code is for new customers: for others it would reveal who is a customer. */
  isSignedIn: boolean
}

export function toDiscount({ discountType, discountHundredths, currency, otherAmounts }: Coupon): Discount {
  const others = Object.entries(otherAmounts)
  const amounts = Object.fromEntries(others.map(([code, minor]) => [code, toNumber(money(minor, code))]))
  return discountType === 'percentage'
    ? { discountType, discount: discountHundredths / 100 }
    : {
        discountType,
        discount: toNumber(money(discountHundredths, currency)),
        currency,
        ...(others.length > 0 && { amounts }),
      }
}

/** @param code trimmed and upper-cased */
function findLiveCoupon(db: Knex, code: string, userId: number | null) {
  return Coupon.query(db)
    .findOne({ code })
    .whereIn('status', statusesThat(COUPON_STATUS, 'isUsable'))
    .whereRaw('(expires_at IS NULL OR expires_at > now())')
    .whereRaw('(owner_id IS NULL OR owner_id = ?)', [userId ?? 0])
}

/**
 * Finds a coupon that may still be used. Uses reserved by unpaid orders do not count here, because they may belong to an
 * abandoned purchase of the same buyer. The final check is under the coupon's lock, when the order is placed.
 */
export function findUsableCoupon(db: Knex, code: string, userId: number | null) {
  return findLiveCoupon(db, code, userId).whereRaw(
    `(usage_limit IS NULL OR used_count < usage_limit + (SELECT count(*) FROM coupon_redemptions r
      WHERE r.coupon_id = coupons.id AND r.status IN (${listStatuses(COUPON_USE, 'isReserved')})))`,
  )
}

/** Ignores case and +tag: coupons for new customers treat such addresses as one customer. */
export function normaliseEmail(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  return `${local.split('+')[0]}@${domain}`
}

/**
 * Finds and locks the coupon of an order that is being placed, so that its limit holds across all open and paid orders.
 * @throws DomainError coupon_invalid (409): no longer valid, for another package, or for new customers only
 */
export async function lockUsableCoupon(trx: Knex.Transaction, code: string, use: CouponUse): Promise<Coupon> {
  const coupon = await findLiveCoupon(trx, code, use.userId)
    .whereRaw('(usage_limit IS NULL OR used_count < usage_limit)')
    .forUpdate()
  if (!coupon) throw couponInvalid(409)
  await assertCouponFits(trx, coupon, use)
  return coupon
}

/** @throws DomainError coupon_invalid (409) for a fixed discount without an amount in the currency */
export function assertCouponFitsCurrency(coupon: Coupon, currency: CurrencyCode): void {
  const discount = toDiscount(coupon)
  if (fitsCurrency(discount, currency)) return
  const codes = [coupon.currency, ...Object.keys(coupon.otherAmounts)]
  throw couponDoesNotFit(`This coupon is for purchases in ${codes.join(' or ')}`)
}

/** @throws DomainError coupon_invalid (409): for another package, or for new customers only */
export async function assertCouponFits(
  db: Knex,
  coupon: Coupon,
  { packageId, email, isSignedIn }: Omit<CouponUse, 'userId'>,
): Promise<void> {
  if (coupon.packageId !== null && packageId !== undefined && coupon.packageId !== packageId)
    throw couponDoesNotFit('This code is for another package')
  if (coupon.newCustomersOnly && email !== undefined && (await hasPaidOrder(db, email)))
    throw isSignedIn ? couponDoesNotFit('This code is for new customers only') : couponInvalid(409)
}

async function hasPaidOrder(db: Knex, email: string): Promise<boolean> {
  const found = await db.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM orders JOIN users ON users.id = orders.user_id
     WHERE orders.payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')})
       AND regexp_replace(lower(users.email), '\\+[^@]*@', '@') = ? LIMIT 1`,
    [normaliseEmail(email)],
  )
  return found.rows.length > 0
}

export async function reserveCoupon(
  trx: Knex.Transaction,
  { coupon, orderId, email }: { coupon: Coupon; orderId: number; email: string },
): Promise<void> {
  await Coupon.query(trx).findById(coupon.id).increment('usedCount', 1)
  await CouponRedemption.query(trx).insert({
    couponId: coupon.id,
    orderId,
    emailKey: normaliseEmail(email),
    status: 'reserved',
  })
}

/** Releases an order's use. Does nothing if the order has none, or has already released it. */
export async function releaseCoupon(trx: Knex.Transaction, orderId: number): Promise<void> {
  const [released] = await CouponRedemption.query(trx)
    .patch({ status: 'released', updatedAt: new Date() })
    .where({ orderId })
    .whereIn('status', statusesThat(COUPON_USE, 'isHeld'))
    .returning('couponId')
  if (released) await Coupon.query(trx).findById(released.couponId).decrement('usedCount', 1)
}

/**
 * Makes a paid order's use final. A released use is taken again if the coupon still allows it.
 * @returns false if the coupon no longer allows it
 */
export async function redeemCoupon(
  trx: Knex.Transaction,
  { id: orderId, paymentStatus, userId }: Pick<Order, 'id' | 'paymentStatus' | 'userId'>,
): Promise<boolean> {
  const redemption = await CouponRedemption.query(trx).findOne({ orderId }).forUpdate()
  if (!redemption || COUPON_USE[redemption.status].isRedeemed) return true
  const coupon = await Coupon.query(trx).findById(redemption.couponId).throwIfNotFound()
  if (coupon.ownerId !== null && coupon.ownerId !== userId) return false
  if (coupon.newCustomersOnly && (await hasRedeemedAnother(trx, redemption))) return false
  if (!COUPON_USE[redemption.status].isHeld) {
    const isOldCustomer =
      PAYMENT_STATUS[paymentStatus].isUnpaid && (await hasPaidOrder(trx, redemption.emailKey))
    const taken = await Coupon.query(trx)
      .where({ id: redemption.couponId, ...(isOldCustomer && { newCustomersOnly: false }) })
      .whereRaw('(usage_limit IS NULL OR used_count < usage_limit)')
      .patch({ usedCount: raw('used_count + 1') })
    if (taken === 0) return false
  }
  await redemption.$query(trx).patch({ status: 'redeemed', updatedAt: new Date() })
  return true
}

/** For coupons for new customers: whether the buyer has already paid with another such coupon. */
async function hasRedeemedAnother(trx: Knex.Transaction, { id, emailKey }: CouponRedemption) {
  // Serialises payments of one buyer, so that the second sees the first.
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 1))', [emailKey])
  const other = await CouponRedemption.query(trx)
    .joinRelated('coupon')
    .where({ 'coupon_redemptions.emailKey': emailKey })
    .whereIn('coupon_redemptions.status', statusesThat(COUPON_USE, 'isRedeemed'))
    .where({ 'coupon.newCustomersOnly': true })
    .whereNot('coupon_redemptions.id', id)
    .first()
  return other !== undefined
}

/**
 * Finds and locks the buyer's unpaid orders that hold a use of the coupon or, if it is for new customers only, of any such
 * coupon. Orders are always locked before coupons, to avoid deadlocks.
 * @param buyer identified by browser or account, because anybody can type an e-mail
 * @returns the orders' ids
 */
export async function lockOrdersHolding(
  trx: Knex.Transaction,
  { id, newCustomersOnly }: Pick<Coupon, 'id' | 'newCustomersOnly'>,
  { email, browserHash, userId }: { email: string; browserHash: Buffer; userId: number | null },
): Promise<number[]> {
  const emailKey = normaliseEmail(email)
  // Orders with different coupons for new customers share no row to lock, so the e-mail is locked.
  if (newCustomersOnly) await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [emailKey])
  const holding = CouponRedemption.query(trx)
    .joinRelated('coupon')
    .where({ 'coupon_redemptions.emailKey': emailKey })
    .whereIn('coupon_redemptions.status', statusesThat(COUPON_USE, 'isReserved'))
    .where(newCustomersOnly ? { 'coupon.newCustomersOnly': true } : { 'coupon.id': id })
    .select('coupon_redemptions.orderId')
  const held = await Order.query(trx)
    .whereIn('id', holding)
    .whereIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
    .where((own) => {
      own.where({ browserHash })
      if (userId !== null) own.orWhere({ userId })
    })
    .orderBy('id')
    .forUpdate()
    .select('id')
  const orderIds = held.map(({ id }) => id)
  if (newCustomersOnly && orderIds.length > 0) await lockCoupons(trx, id, orderIds)
  return orderIds
}

/** Locks, in order of their ids, the coupons of a new order and of the orders it replaces: another buyer may swap the same two in reverse. */
async function lockCoupons(trx: Knex.Transaction, couponId: number, orderIds: number[]): Promise<void> {
  const used = CouponRedemption.query(trx).whereIn('orderId', orderIds).select('couponId')
  await Coupon.query(trx).select('id').findById(couponId).orWhereIn('id', used).orderBy('id').forUpdate()
}

const PERCENT_OFF = 20
/** Without 0, O, 1 and I, which look alike. Five bits per character: twelve make 60 random bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_CHARACTERS = 12

const makeCode = (): string =>
  `SAVE${PERCENT_OFF}-${[...randomBytes(CODE_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`

export async function generateExitCoupon(db: Knex): Promise<Coupon> {
  return Coupon.query(db)
    .insert({
      code: makeCode(),
      discountType: 'percentage',
      discountHundredths: PERCENT_OFF * 100,
      usageLimit: 1,
      newCustomersOnly: true,
      isExitOffer: true,
      expiresAt: new Date(Date.now() + EXIT_COUPON_SECONDS * 1000),
    })
    .returning('*')
}
