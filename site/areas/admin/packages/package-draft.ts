/** The form of a package: its fields as typed, their checks, and the request body. */
import { currencies } from 'virtual:content'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { findPriceFault } from '#api/rules/money/set-amounts.ts'
import { isUndescribed, UNDESCRIBED_MESSAGE } from '#api/rules/order-work/uploads.ts'
import {
  CHANGES_MESSAGE,
  DELIVERY_MESSAGE,
  LARGEST_DELIVERY_DAYS,
  MOST_INCLUDED_CHANGES,
} from '#api/rules/package-rules.ts'
import {
  checkAmounts,
  otherCodes,
  sendAmounts,
  typeAmount,
  typeAmounts,
} from '#site/areas/admin/list/typed-amounts.ts'
import { checkPlan, sendPlan, typePlan } from '#site/areas/admin/money/plan-fields.tsx'
import { isUploading, NOT_READY_MESSAGE } from './upload-picture.ts'

export function toDraft(item?: AdminPackage) {
  return {
    name: item?.name ?? '',
    /** Empty if the price is in a former default currency of the shop. */
    price: item?.currency === currencies.default ? typeAmount(item.price, item.currency) : '',
    prices: typeAmounts(otherCodes(), item?.prices),
    /** Empty: paid at once. */
    paymentPlan: typePlan(item?.paymentPlan),
    deliveryDays: String(item?.deliveryDays ?? 7),
    /** Empty: changes are not counted, and the package's text says what is included. */
    includedChanges: item?.includedChanges?.toString() ?? '',
    /** Empty: the first category. */
    category: item?.category ?? '',
    description: item?.description ?? '',
    longDescription: item?.longDescription ?? '',
    /** Empty: the category's picture. */
    imageUrl: item?.imageUrl ?? '',
    imageAlt: item?.imageAlt ?? '',
    /** One point per line, like the next two. */
    features: item?.features.join('\n') ?? '',
    whatYouGet: item?.whatYouGet.join('\n') ?? '',
    whatYouDontGet: item?.whatYouDontGet.join('\n') ?? '',
    isActive: item?.isActive ?? true,
    /** The edited version. The API refuses a save if the package has a newer one. */
    expectedVersion: item?.version,
  }
}

export type PackageDraft = ReturnType<typeof toDraft>
export type PackageErrors = Partial<Record<keyof PackageDraft | `prices.${string}`, string>>

/** Drops blank lines. @example splitLines('One\n\n Two ') // ['One', 'Two'] */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function toBody(draft: PackageDraft) {
  return {
    ...draft,
    category: draft.category || undefined,
    price: draft.price.trim(),
    prices: sendAmounts(draft.prices),
    paymentPlan: sendPlan(draft.paymentPlan),
    deliveryDays: Number(draft.deliveryDays),
    includedChanges: draft.includedChanges.trim() === '' ? null : Number(draft.includedChanges),
    imageUrl: draft.imageUrl.trim(),
    features: splitLines(draft.features),
    whatYouGet: splitLines(draft.whatYouGet),
    whatYouDontGet: splitLines(draft.whatYouDontGet),
  }
}

/** The checks that need no server. The API does all others. */
export function checkDraft(draft: PackageDraft): PackageErrors {
  const errors: PackageErrors = {}
  if (!draft.name.trim()) errors.name = 'Name is required'
  const findFault = (price: string, code: string) => findPriceFault(currencies, price, code)
  const fault = findFault(draft.price, currencies.default)
  if (fault) errors.price = fault
  Object.assign(errors, checkAmounts('prices', draft.prices, findFault))
  const planFault = checkPlan(draft.paymentPlan)
  if (planFault) errors.paymentPlan = planFault
  const days = Number(draft.deliveryDays)
  if (!Number.isInteger(days) || days < 1 || days > LARGEST_DELIVERY_DAYS) {
    errors.deliveryDays = DELIVERY_MESSAGE
  }
  const changes = Number(draft.includedChanges)
  if (!Number.isInteger(changes) || changes < 0 || changes > MOST_INCLUDED_CHANGES) {
    errors.includedChanges = CHANGES_MESSAGE
  }
  if (!draft.description.trim()) errors.description = 'Description is required'
  if (isUploading()) errors.imageUrl = NOT_READY_MESSAGE
  if (isUndescribed(draft)) errors.imageAlt = UNDESCRIBED_MESSAGE
  return errors
}

/** The API's messages by field. One about `features.3` goes to `features`, with the line number; each price has its own field. */
export function placeIssues(issues: readonly { path: string; message: string }[]): PackageErrors {
  const errors: PackageErrors = {}
  for (const { path, message } of issues) {
    const [field = '', line] = path.split('.')
    if (field === 'prices') errors[`prices.${line}`] ??= message
    else if (Object.hasOwn(toDraft(), field)) {
      errors[field as keyof PackageDraft] ??=
        line === undefined ? message : `Line ${Number(line) + 1}: ${message}`
    }
  }
  return errors
}
