/** The form of a coupon: its fields as typed, their checks, and the request body. */

import { calendar, currencies } from 'virtual:content'
import type { Coupon, CreateCouponBody } from '#api/contract/catalogue/coupons.ts'
import { formatInstant, toInstant } from '#api/rules/business-calendar.ts'
import {
  CODE_MESSAGE,
  CODE_PATTERN,
  COUPON_STATUS,
  DISCOUNT_MESSAGE,
  findAmountFault,
  findDiscountFault,
  isDiscount,
  LIMIT_MESSAGE,
  PAST_MESSAGE,
} from '#api/rules/coupon-rules.ts'
import { checkAmounts, otherCodes, sendAmounts, typeAmounts } from '#site/areas/admin/list/typed-amounts.ts'
import { ALL_OPTION } from '#site/kit/ui/field/options.ts'

/** The currency of a fixed discount's amount. */
export const currencyOf = (coupon?: Coupon): string => coupon?.currency ?? currencies.default

/**
 * @param coupon absent for a new coupon
 * @param ownerEmail the customer whom a new coupon is for
 */
export function toDraft(coupon?: Coupon, ownerEmail = '') {
  return {
    ownerEmail,
    code: coupon?.code ?? '',
    discountType: coupon?.discountType ?? 'percentage',
    discount: String(coupon?.discount ?? ''),
    /** A fixed discount's amounts in the other currencies. */
    amounts: typeAmounts(otherCodes(currencyOf(coupon)), coupon?.amounts),
    usageLimit: String(coupon?.usageLimit ?? ''),
    /** In the company's time zone: `2026-11-20T18:00`. */
    expiresAt: coupon?.expiresAt ? toLocal(coupon.expiresAt) : '',
    packageId: String(coupon?.packageId ?? ALL_OPTION),
    newCustomersOnly: coupon?.newCustomersOnly ?? false,
    isActive: COUPON_STATUS[coupon?.status ?? 'active'].isUsable,
  }
}

export type CouponDraft = ReturnType<typeof toDraft>
export type CouponErrors = Partial<Record<keyof CouponDraft | `amounts.${string}`, string>>

export function checkDraft(draft: CouponDraft, coupon?: Coupon): CouponErrors {
  const errors: CouponErrors = {}
  if (!CODE_PATTERN.test(draft.code.trim().toUpperCase())) errors.code = CODE_MESSAGE
  const discount = Number(draft.discount)
  if (draft.discount.trim() === '' || !isDiscount(discount)) errors.discount = DISCOUNT_MESSAGE
  else errors.discount = findDiscountFault(draft.discountType, discount, currencyOf(coupon))
  if (draft.discountType === 'fixed') {
    Object.assign(errors, checkAmounts('amounts', draft.amounts, findAmountFault))
  }
  if (!/^([1-9]\d{0,8})?$/.test(draft.usageLimit.trim())) errors.usageLimit = LIMIT_MESSAGE
  const isNew = draft.expiresAt !== toDraft(coupon).expiresAt
  if (draft.expiresAt && isNew && toDate(draft.expiresAt).getTime() <= Date.now()) {
    errors.expiresAt = PAST_MESSAGE
  }
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text))
}

export function toBody(draft: CouponDraft, coupon?: Coupon): CreateCouponBody {
  return {
    code: draft.code.trim(),
    discountType: draft.discountType,
    discount: Number(draft.discount),
    amounts: draft.discountType === 'fixed' ? sendAmounts(draft.amounts) : undefined,
    usageLimit: draft.usageLimit.trim() ? Number(draft.usageLimit) : null,
    expiresAt: readExpiry(draft, coupon),
    packageId: draft.packageId === ALL_OPTION ? null : Number(draft.packageId),
    newCustomersOnly: draft.newCustomersOnly,
    status: draft.isActive ? 'active' : 'inactive',
    // The owner of a coupon never changes.
    ...(!coupon && { ownerEmail: draft.ownerEmail.trim() || null }),
  }
}

/** Sends an unchanged time as it was stored, because the field has no seconds. */
function readExpiry({ expiresAt }: CouponDraft, coupon?: Coupon): string | null {
  if (!expiresAt) return null
  if (coupon?.expiresAt && expiresAt === toLocal(coupon.expiresAt)) return coupon.expiresAt
  return toDate(expiresAt).toISOString()
}

/** @returns the time in the format of a `datetime-local` field, in the company's time zone */
function toLocal(iso: string): string {
  return formatInstant(new Date(iso), calendar).slice(0, 16)
}

function toDate(local: string): Date {
  const [day = '', time = ''] = local.split('T')
  return toInstant(day, time, calendar)
}
