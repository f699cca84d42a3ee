import type { Knex } from 'knex'
import { CouponListQuery, Coupon as WireCoupon } from '#api/contract/catalogue/coupons.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import { findOrThrow } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { PAGE_KEYS } from '#api/platform/lists/csv.ts'
import { defineFile } from '#api/platform/lists/define-file.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { formatPlain } from '#api/rules/money/format.ts'
import { fromNumber, toDecimal } from '#api/rules/money/money.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { toDiscount } from './coupon.ts'

const describeAmounts = (amounts: Record<string, number>) =>
  Object.entries(amounts)
    .map(([code, units]) => formatPlain(fromNumber(units, code)))
    .join(', ')

const describeOwner = ({ firstName, lastName, email, isErased }: NonNullable<WireCoupon['owner']>) =>
  isErased ? `${firstName} ${lastName}` : `${firstName} ${lastName} (${email})`

/** SQL: the status as shown (docs/product/back-office.md, Admin area). */
const DISPLAY_STATUS = `CASE
  WHEN coupons.expires_at <= now() THEN 'expired'
  WHEN coupons.used_count >= coupons.usage_limit THEN 'used'
  ELSE coupons.status END`

type CouponRow = Coupon & { displayStatus: WireCoupon['displayStatus'] }

function selectCoupons(db: Knex) {
  const status = db.raw(`${DISPLAY_STATUS} AS display_status`)
  return Coupon.query(db).select('coupons.*', status).withGraphFetched('owner')
}

export const couponList = defineList({
  query: CouponListQuery,
  row: WireCoupon,
  select: selectCoupons,
  sorts: {
    createdAt: ['coupons.created_at', 'coupons.id'],
    code: ['coupons.code'],
    usedCount: ['coupons.used_count', 'coupons.id'],
    expiresAt: ['coupons.expires_at', 'coupons.id'],
  },
  filter: (query, { status, ownerId, exitOffers }) => {
    if (status) query.whereRaw(`${DISPLAY_STATUS} = ?`, status)
    // Implied by the status, but lets the index skip the many expired exit-offer coupons.
    // biome-ignore lint/plugin: a word of the filter
    if (status && status !== 'expired') {
      query.whereRaw('(coupons.expires_at IS NULL OR coupons.expires_at > now())')
    }
    if (ownerId) query.where({ ownerId })
    if (!exitOffers) query.where({ isExitOffer: false })
  },
  search: containsWord(`' ' || coupons.code`),
  toRow: toWireCoupon,
})

export const couponFile = defineFile({
  query: CouponListQuery.omit(PAGE_KEYS),
  subject: 'coupon',
  stream: couponList.stream,
  columns: [
    ['Code', (coupon) => coupon.code],
    [
      'Discount',
      ({ discount, currency }) =>
        currency ? { amount: toDecimal(fromNumber(discount, currency)) } : discount,
    ],
    ['Type', (coupon) => coupon.discountType],
    ['Status', (coupon) => coupon.displayStatus],
    ['Used', (coupon) => coupon.usedCount],
    ['Limit', (coupon) => coupon.usageLimit],
    ['Expires', (coupon) => coupon.expiresAt],
    ['New customers only', (coupon) => (coupon.newCustomersOnly ? 'yes' : 'no')],
    ['For', ({ owner }) => (owner ? describeOwner(owner) : null)],
    ['Package ID', (coupon) => coupon.packageId],
    ['Created', (coupon) => coupon.createdAt],
    ['Currency', (coupon) => coupon.currency ?? null],
    ['In other currencies', ({ amounts = {} }) => describeAmounts(amounts)],
  ],
})

/** @throws NotFound */
export async function getCoupon(db: Knex, id: number): Promise<WireCoupon> {
  const row = await findOrThrow(selectCoupons(db).findById(id), 'Coupon')
  return toWireCoupon(row as CouponRow)
}

function toWireCoupon(row: CouponRow): WireCoupon {
  return toWire(WireCoupon, {
    ...row,
    currency: undefined,
    ...toDiscount(row),
    owner: row.owner ? toWireUser(row.owner) : null,
  })
}
