/** The fields of a new account, in the order they stand on the screen. */
import { labelBuyerField } from '../../../../api/contract/address-labels.ts'
import type { CreateUserBody } from '../../../../api/contract/admin.ts'
import {
  BUYER_FIELD_NAMES,
  type BuyerFieldName,
  getBuyerField,
  listBuyerFields,
} from '../../../../api/contract/buyer-fields.ts'
import { STAFF_PASSWORD_HINT } from '../../../../api/contract/password-rules.ts'

/** Stored while it is typed; a password is not. */
export type StaffDraft = Record<BuyerFieldName, string> & { isStaff: boolean; isAdmin: boolean }

export const BLANK_STAFF: StaffDraft = {
  ...(Object.fromEntries(BUYER_FIELD_NAMES.map((field) => [field, ''])) as Record<BuyerFieldName, string>),
  isStaff: true,
  isAdmin: false,
}

interface FieldLook {
  field: Exclude<keyof CreateUserBody, 'isStaff' | 'isAdmin' | 'country'>
  label: string
  type?: 'email' | 'tel' | 'password' | undefined
  inputMode?: 'text' | 'email' | 'tel' | undefined
  isRequired?: boolean | undefined
  isWide?: boolean | undefined
  hint?: string
}

function describeFields(fields: readonly BuyerFieldName[], country = ''): FieldLook[] {
  return fields
    .filter((field) => field !== 'country')
    .map((field) => {
      const { input, isIdentity: isRequired, isWide } = getBuyerField(field)
      const label = labelBuyerField(field, country)
      return { field, label, type: input.type, inputMode: input.inputMode, isRequired, isWide }
    })
}

export const ACCOUNT_FIELDS: readonly FieldLook[] = [
  ...describeFields(listBuyerFields('person')),
  {
    field: 'password',
    label: 'Password',
    type: 'password',
    isWide: true,
    hint: `Leave it empty, and they choose one by mail. ${STAFF_PASSWORD_HINT}`,
  },
]

const isTaxId = (field: string) => field === 'taxId'
/** @param country '' where none is chosen */
export const describeWorkFields = (country: string) =>
  describeFields(
    [...listBuyerFields('company').filter((field) => !isTaxId(field)), ...listBuyerFields('address')],
    country,
  )

export const TAX_FIELDS = describeFields(['taxId'])
