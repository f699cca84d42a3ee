/** The fields of a new account, in the order they stand on the screen. */
import type { CreateUserBody } from '../../../../api/contract/admin.ts'

export type StaffField = Exclude<keyof CreateUserBody, 'isStaff' | 'isAdmin'>
/** Kept while it is typed; a password is not. */
export type StaffDraft = Record<Exclude<StaffField, 'password'>, string> & {
  isStaff: boolean
  isAdmin: boolean
}

export const BLANK_STAFF: StaffDraft = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  company: '',
  jobTitle: '',
  address: '',
  city: '',
  state: '',
  country: '',
  zipCode: '',
  taxId: '',
  isStaff: true,
  isAdmin: false,
}

interface FieldLook {
  field: Exclude<StaffField, 'country'>
  label: string
  type?: 'email' | 'tel' | 'password'
  inputMode?: 'text' | 'email' | 'tel'
  isRequired?: boolean
  isWide?: boolean
  hint?: string
}

export const ACCOUNT_FIELDS: readonly FieldLook[] = [
  { field: 'firstName', label: 'First name', isRequired: true },
  { field: 'lastName', label: 'Last name', isRequired: true },
  { field: 'email', label: 'Email', type: 'email', inputMode: 'email', isRequired: true },
  { field: 'phone', label: 'Phone', type: 'tel', inputMode: 'tel' },
  {
    field: 'password',
    label: 'Password',
    type: 'password',
    isRequired: true,
    isWide: true,
    hint: 'At least 6 characters. Pass it on safely: they can change it on their dashboard.',
  },
]

export const WORK_FIELDS: readonly FieldLook[] = [
  { field: 'company', label: 'Company' },
  { field: 'jobTitle', label: 'Job title' },
  { field: 'address', label: 'Address', isWide: true },
  { field: 'city', label: 'City' },
  { field: 'state', label: 'State' },
  { field: 'zipCode', label: 'ZIP/PIN code' },
]

export const TAX_FIELD: FieldLook = { field: 'taxId', label: 'Tax ID', isWide: true }
