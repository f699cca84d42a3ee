/** The schema of the purchase form, and of its fields that other forms share. */
import * as z from 'zod/mini'
import { boundedText } from '#api/contract/platform/text.ts'
import { BUYER_FIELDS, shapeBuyer, type TextRules } from '#api/rules/buyer-fields.ts'
import { cleanCode, cleanEmail, EMAIL_PATTERN } from '#api/rules/clean-text.ts'
import { isPlausibleTaxId, NO_GSTIN } from '#api/rules/money/gstin.ts'
import {
  LONGEST_PASSWORD,
  normalizePassword,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
  SHORTEST_PASSWORD,
} from '#api/rules/password-rules.ts'

/** A buyer's tax number from any country. */
export const TaxId = boundedText({
  label: BUYER_FIELDS.taxId.label,
  max: BUYER_FIELDS.taxId.max,
  clean: BUYER_FIELDS.taxId.clean,
}).check(z.refine(isPlausibleTaxId, NO_GSTIN))

/** The buyer's own reference for an order. It belongs to the order, so profiles do not have it. */
export const Reference = boundedText({ label: 'Your reference', max: 50 })

const { max, required } = BUYER_FIELDS.email

export const EmailAddress = z
  .string(required.message)
  .check(
    z.overwrite(cleanEmail),
    z.maxLength(max, required.message),
    z.email({ pattern: EMAIL_PATTERN, error: required.message }),
  )

/**
 * A password exactly as typed, because older hashes are of the typed form. Its length is measured in its normal form (NFC), which is
 * hashed today.
 */
export const NewPassword = z.string(PASSWORD_TOO_SHORT).check(
  z.meta({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD }),
  z.refine((text) => normalizePassword(text).length >= SHORTEST_PASSWORD, PASSWORD_TOO_SHORT),
  z.refine((text) => normalizePassword(text).length <= LONGEST_PASSWORD, PASSWORD_TOO_LONG),
)

const matches = ({ isValid, required }: TextRules) =>
  z.refine<string>((text) => text === '' || isValid(text), required.message)

/** A field that must be filled in to buy. */
export const requiredField = (rules: TextRules) =>
  boundedText({
    label: rules.label,
    max: rules.max,
    isLong: rules.isLong,
    clean: rules.clean,
    ...rules.required,
  }).check(matches(rules))

/** A field that may be empty outside a purchase. */
export const optionalField = (rules: TextRules) =>
  boundedText({ label: rules.label, max: rules.max, isLong: rules.isLong, clean: rules.clean }).check(
    matches(rules),
  )

const {
  firstName,
  lastName,
  email: _,
  ...others
} = shapeBuyer(requiredField, (rules) => z.optional(boundedText(rules)))

export const BuyerForm = z.object({
  firstName,
  lastName,
  email: EmailAddress,
  password: NewPassword,
  ...others,
  taxId: z.optional(TaxId),
  reference: z.optional(Reference),
  couponCode: z.optional(boundedText({ max: 50, label: 'Coupon code', clean: cleanCode })),
})
export type BuyerForm = z.infer<typeof BuyerForm>
