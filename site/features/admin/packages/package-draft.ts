/** The package form: texts as they are typed, and what is sent. */
import type { AdminPackage } from '../../../../api/contract/admin.ts'
import {
  DELIVERY_MESSAGE,
  LARGEST_DELIVERY_DAYS,
  LOW_PRICE_MESSAGE,
  PRICE_MESSAGE,
} from '../../../../api/contract/package-rules.ts'
import { isUndescribed, UNDESCRIBED_MESSAGE } from '../../../../api/contract/picture-files.ts'
import { isBelowMinimum, parsePriceCents } from '../../../../api/contract/pricing.ts'

export interface PackageDraft {
  name: string
  price: string
  deliveryDays: string
  /** Empty: the first one. */
  category: string
  description: string
  longDescription: string
  /** Empty: the picture of the category. */
  imageUrl: string
  imageAlt: string
  /** One point per line, like the next two. */
  features: string
  whatYouGet: string
  whatYouDontGet: string
  isActive: boolean
  /** Of the package that is edited, as it was when this was begun. */
  expectedVersion: number | undefined
}

export type PackageField = keyof PackageDraft
export type PackageErrors = Partial<Record<PackageField, string>>

const BLANK: PackageDraft = {
  name: '',
  price: '',
  deliveryDays: '7',
  category: '',
  description: '',
  longDescription: '',
  imageUrl: '',
  imageAlt: '',
  features: '',
  whatYouGet: '',
  whatYouDontGet: '',
  isActive: true,
  expectedVersion: undefined,
}

export function toDraft(item: AdminPackage | undefined): PackageDraft {
  if (!item) return BLANK
  return {
    name: item.name,
    price: item.price.toFixed(2),
    deliveryDays: String(item.deliveryDays),
    category: item.category,
    description: item.description,
    longDescription: item.longDescription,
    imageUrl: item.imageUrl,
    imageAlt: item.imageAlt,
    features: item.features.join('\n'),
    whatYouGet: item.whatYouGet.join('\n'),
    whatYouDontGet: item.whatYouDontGet.join('\n'),
    isActive: item.isActive,
    expectedVersion: item.version,
  }
}

/** Blank lines are dropped. @example splitLines('One\n\n Two ') // ['One', 'Two'] */
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
    deliveryDays: Number(draft.deliveryDays),
    imageUrl: draft.imageUrl.trim(),
    features: splitLines(draft.features),
    whatYouGet: splitLines(draft.whatYouGet),
    whatYouDontGet: splitLines(draft.whatYouDontGet),
  }
}

/** Checks that need no server; the API makes the rest. */
export function checkDraft(draft: PackageDraft): PackageErrors {
  const errors: PackageErrors = {}
  if (!draft.name.trim()) errors.name = 'Name is required'
  const priceCents = parsePriceCents(draft.price)
  if (priceCents === undefined) errors.price = PRICE_MESSAGE
  else if (isBelowMinimum(priceCents)) errors.price = LOW_PRICE_MESSAGE
  const days = Number(draft.deliveryDays)
  if (!Number.isInteger(days) || days < 1 || days > LARGEST_DELIVERY_DAYS) {
    errors.deliveryDays = DELIVERY_MESSAGE
  }
  if (!draft.description.trim()) errors.description = 'Description is required'
  if (isUndescribed(draft)) errors.imageAlt = UNDESCRIBED_MESSAGE
  return errors
}

/** The API's issues by field: `features.3` is about the features. */
export function placeIssues(issues: readonly { path: string; message: string }[]): PackageErrors {
  const errors: PackageErrors = {}
  for (const { path, message } of issues) {
    const [field = '', line] = path.split('.')
    if (!Object.hasOwn(BLANK, field)) continue
    errors[field as PackageField] ??= line === undefined ? message : `Line ${Number(line) + 1}: ${message}`
  }
  return errors
}
