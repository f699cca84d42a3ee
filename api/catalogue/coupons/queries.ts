import type { Knex } from 'knex'
import {
  type COUPON_SORTS,
  type CouponListQuery,
  Coupon as WireCoupon,
} from '#api/contract/catalogue/coupons.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import { getFound } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { CsvColumn } from '#api/platform/lists/csv.ts'
import {
  fetchPage,
  orderRows,
  type Page,
  type SortExpressions,
  type Unpaged,
} from '#api/platform/lists/list.ts'
import { whereFound } from '#api/platform/lists/search.ts'
import { streamRows } from '#api/platform/lists/stream-rows.ts'
import { formatPlain } from '#api/rules/money/format.ts'
import { fromNumber, toDecimal } from '#api/rules/money/money.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { toDiscount } from './coupon.ts'

const SORTS: SortExpressions<(typeof COUPON_SORTS)[number]> = {
  createdAt: ['coupons.created_at', 'coupons.id'],
  code: ['coupons.code'],
  usedCount: ['coupons.used_count', 'coupons.id'],
  expiresAt: ['coupons.expires_at', 'coupons.id'],
}

export const COUPON_COLUMNS: readonly CsvColumn<WireCoupon>[] = [
  ['Code', (coupon) => coupon.code],
  [
    'Discount',
    ({ discount, currency }) => (currency ? { amount: toDecimal(fromNumber(discount, currency)) } : discount),
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
]

const describeAmounts = (amounts: Record<string, number>) =>
  Object.entries(amounts)
    .map(([code, units]) => formatPlain(fromNumber(units, code)))
    .join(', ')

const describeOwner = ({ firstName, lastName, email, isErased }: NonNullable<WireCoupon['owner']>) =>
  isErased ? `${firstName} ${lastName}` : `${firstName} ${lastName} (${email})`

/** SQL: the status that is shown (docs/product/back-office.md, Admin area). */
const DISPLAY_STATUS = `CASE
  WHEN coupons.expires_at <= now() THEN 'expired'
  WHEN coupons.used_count >= coupons.usage_limit THEN 'used'
  ELSE coupons.status END`

type CouponRow = Coupon & { displayStatus: WireCoupon['displayStatus'] }

function selectCoupons(db: Knex) {
  const status = db.raw(`${DISPLAY_STATUS} AS display_status`)
  return Coupon.query(db).select('coupons.*', status).withGraphFetched('owner')
}

function findCoupons(db: Knex, list: Unpaged<CouponListQuery>) {
  const query = selectCoupons(db)
  if (list.status) query.whereRaw(`${DISPLAY_STATUS} = ?`, list.status)
  // Implied by the status, but the index can use it to skip the many expired coupons of the exit offer.
  if (list.status && list.status !== 'expired') {
    query.whereRaw('(coupons.expires_at IS NULL OR coupons.expires_at > now())')
  }
  if (list.ownerId) query.where({ ownerId: list.ownerId })
  if (!list.exitOffers) query.where({ isExitOffer: false })
  whereFound(query, 'coupons', list.q)
  return query
}

export async function listCoupons(db: Knex, list: CouponListQuery): Promise<Page<WireCoupon>> {
  const { rows, total } = await fetchPage(findCoupons(db, list), list, SORTS)
  return { rows: (rows as CouponRow[]).map(toWireCoupon), total }
}

export function streamCoupons(db: Knex, list: Unpaged<CouponListQuery>): AsyncGenerator<WireCoupon[]> {
  return streamRows(db, {
    find: (trx) => orderRows(findCoupons(trx, list), list.sort, SORTS),
    toWire: async (trx, rows) => {
      const whole = await Coupon.fetchGraph(rows, 'owner', { transaction: trx })
      return (whole as CouponRow[]).map(toWireCoupon)
    },
  })
}

/** @throws NotFound */
export async function getCoupon(db: Knex, id: number): Promise<WireCoupon> {
  const row = await getFound(selectCoupons(db).findById(id), 'Coupon')
  return toWireCoupon(row as CouponRow)
}

const toWireCoupon = (row: CouponRow): WireCoupon =>
  toWire(WireCoupon, {
    ...row,
    currency: undefined,
    ...toDiscount(row),
    owner: row.owner ? toWireUser(row.owner) : null,
  })
