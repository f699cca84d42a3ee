import { cleanMachineText, cleanPhone } from './clean-text.ts'
import { isCountry } from './countries.ts'

/**
 * Every field of a buyer. Forms, schemas, profile, accounts created by admins, CSV files, 'My data' and erasure are built from this
 * list. A new field also needs a migration and its name in db/models/people/buyer.ts. The compiler then asks for the
 * rest: a guest's placeholder (placeholders.ts), the column of an import (api/operations/imports/columns.ts), whether an invoice shows
 * the field (api/money/invoices/document.ts) and where an admin sees it (site/areas/admin/orders/order-people.tsx).
 */
interface BuyerFieldRules {
  label: string
  /** The field's name in messages, if it differs. */
  longLabel?: string
  /** In characters, like `min`. */
  max: number
  /** The field must be filled in to buy. Without this rule it is optional, and null if empty. */
  required?: { min: number; message: string }
  /** A further check of a non-empty text. A text that fails it gets the message of `required`. */
  isValid?: (text: string) => boolean
  /** Cleans the text before it is checked. By default it is cleaned like a name (clean-text.ts). */
  clean?: (text: string) => string
  /** The CSV exports that have the field: accounts and purchase forms, forms only, or none. */
  csv: 'both' | 'forms' | 'none'
  /** Every account has the field, so the profile and accounts created by admins require it, too. */
  isIdentity?: boolean
  section: 'person' | 'company' | 'address'
  /** Shown below the input in purchase forms. */
  hint?: string
  /** The input takes the full width of the form. */
  isWide?: boolean
  /** The text may have several lines. */
  isLong?: boolean
  input: {
    autoComplete: string
    inputMode: 'text' | 'email' | 'tel'
    type?: 'email' | 'tel'
    autoCapitalize?: 'none' | 'characters'
  }
}

export const BUYER_FIELDS = {
  firstName: {
    label: 'First name',
    max: 100,
    required: { min: 2, message: 'First name must be at least 2 characters' },
    isIdentity: true,
    csv: 'both',
    section: 'person',
    input: { autoComplete: 'given-name', inputMode: 'text' },
  },
  lastName: {
    label: 'Last name',
    max: 100,
    required: { min: 2, message: 'Last name must be at least 2 characters' },
    isIdentity: true,
    csv: 'both',
    section: 'person',
    input: { autoComplete: 'family-name', inputMode: 'text' },
  },
  email: {
    label: 'Email',
    max: 254,
    required: { min: 1, message: 'Please enter a valid email address' },
    isIdentity: true,
    csv: 'both',
    section: 'person',
    input: { autoComplete: 'email', inputMode: 'email', type: 'email', autoCapitalize: 'none' },
  },
  phone: {
    label: 'Phone',
    longLabel: 'Phone number',
    max: 32,
    required: { min: 1, message: 'Please enter a valid phone number' },
    isValid: isPhone,
    clean: cleanPhone,
    csv: 'both',
    section: 'person',
    input: { autoComplete: 'tel', inputMode: 'tel', type: 'tel' },
  },
  company: {
    label: 'Company',
    longLabel: 'Company name',
    max: 200,
    required: { min: 2, message: 'Company name must be at least 2 characters' },
    csv: 'both',
    section: 'company',
    input: { autoComplete: 'organization', inputMode: 'text' },
  },
  jobTitle: {
    label: 'Job title',
    max: 200,
    required: { min: 2, message: 'Job title must be at least 2 characters' },
    csv: 'both',
    section: 'company',
    input: { autoComplete: 'organization-title', inputMode: 'text' },
  },
  country: {
    label: 'Country',
    max: 5,
    required: { min: 1, message: 'Please select a country' },
    isValid: isCountry,
    csv: 'forms',
    section: 'address',
    isWide: true,
    input: { autoComplete: 'country', inputMode: 'text' },
  },
  address: {
    label: 'Address',
    max: 500,
    required: { min: 5, message: 'Address must be at least 5 characters' },
    csv: 'none',
    section: 'address',
    isWide: true,
    isLong: true,
    input: { autoComplete: 'street-address', inputMode: 'text' },
  },
  city: {
    label: 'City',
    max: 100,
    required: { min: 2, message: 'City must be at least 2 characters' },
    csv: 'forms',
    section: 'address',
    input: { autoComplete: 'address-level2', inputMode: 'text' },
  },
  state: {
    label: 'State',
    max: 100,
    required: { min: 2, message: 'State must be at least 2 characters' },
    csv: 'forms',
    section: 'address',
    input: { autoComplete: 'address-level1', inputMode: 'text' },
  },
  zipCode: {
    label: 'ZIP/PIN code',
    max: 20,
    clean: cleanMachineText,
    required: { min: 3, message: 'ZIP/PIN code must be at least 3 characters' },
    csv: 'forms',
    section: 'address',
    input: { autoComplete: 'postal-code', inputMode: 'text', autoCapitalize: 'characters' },
  },
  taxId: {
    label: 'Tax ID',
    max: 50,
    clean: cleanMachineText,
    csv: 'none',
    section: 'company',
    hint: 'GSTIN, VAT or EIN, for your invoice.',
    input: { autoComplete: 'off', inputMode: 'text' },
  },
} as const satisfies Record<string, BuyerFieldRules>

type Fields = typeof BUYER_FIELDS
export type BuyerFieldName = keyof Fields
type CsvFieldName = {
  [Name in BuyerFieldName]: Fields[Name]['csv'] extends 'none' ? never : Name
}[BuyerFieldName]
export type RequiredFieldName = {
  [Name in BuyerFieldName]: Fields[Name] extends { required: object } ? Name : never
}[BuyerFieldName]

export const BUYER_FIELD_NAMES = Object.keys(BUYER_FIELDS) as BuyerFieldName[]

export function listBuyerFields(section: BuyerFieldRules['section']): BuyerFieldName[] {
  return BUYER_FIELD_NAMES.filter((name) => BUYER_FIELDS[name].section === section)
}

/** The fields of a CSV file, in the order of a postal address. Forms ask for the country first, because the other labels depend on it. */
export function listCsvFields(file: 'users' | 'forms', section: BuyerFieldRules['section']): CsvFieldName[] {
  const fields = listBuyerFields(section).filter((name): name is CsvFieldName => {
    const { csv } = getBuyerField(name)
    return csv === 'both' || (csv === 'forms' && file === 'forms')
  })
  return [...fields].sort((one, other) => Number(one === 'country') - Number(other === 'country'))
}

export function getBuyerField(name: BuyerFieldName): BuyerFieldRules {
  return BUYER_FIELDS[name]
}

type BuyerShape<Required, Optional> = {
  [Name in BuyerFieldName]: Name extends RequiredFieldName ? Required : Optional
}

/** The rules of a field for its schema (api/contract/platform/text.ts). */
export interface TextRules {
  label: string
  max: number
  isLong: boolean
  clean: ((text: string) => string) | undefined
  required: { min: number; message: string }
  /** Checks a non-empty text. A text that fails it gets the message of `required`. */
  isValid: (text: string) => boolean
}

/**
 * Builds a schema for each field.
 * @param makeRequired makes the schema of a field that must be filled in to buy
 * @param makeOptional makes the schema of a field that may be left empty
 */
export function shapeBuyer<Required, Optional>(
  makeRequired: (rules: TextRules) => Required,
  makeOptional: (rules: Pick<TextRules, 'label' | 'max' | 'isLong' | 'clean'>) => Optional,
): BuyerShape<Required, Optional> {
  const schemas = BUYER_FIELD_NAMES.map((name) => {
    const {
      label,
      longLabel = label,
      max,
      isLong = false,
      required,
      clean,
      isValid = () => true,
    } = getBuyerField(name)
    const rules = { label: longLabel, max, isLong, clean }
    return [name, required ? makeRequired({ ...rules, required, isValid }) : makeOptional(rules)]
  })
  return Object.fromEntries(schemas) as BuyerShape<Required, Optional>
}

/** 7 to 15 digits, as in ITU-T E.164, with common separators between them, and optionally an extension. */
const PHONE =
  /^[\s(]*\+?(?:[\s().\-/]*\d){7,15}[\s().\-/]*(?:[;,]?\s*(?:ext(?:n|ension)?|extensión|x|#|poste|durchwahl|ramal|anexo|int(?:erno)?)[.:=]?\s*\d{1,6})?$/i
const SHORTEST_PHONE = 10

/** @example isPhone('+1 (602) 555-0100 ext. 12') // true */
export function isPhone(text: string): boolean {
  return text.length >= SHORTEST_PHONE && PHONE.test(text)
}
