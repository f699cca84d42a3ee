import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { StaffMember } from '../../../../api/contract/work.ts'
import type { Option } from './search-select.tsx'

/** The selector shows the first 20 orders; older ones are searched for (docs/product/back-office.md, Admin area). */
export const ORDER_PATH = '/api/admin/orders?paymentStatus=paid&sort=-createdAt&limit=20'
/** The person with the least open work comes first. */
export const STAFF_PATH = '/api/admin/staff?sort=open&limit=20'

export function toOrderOption({ id, invoiceNumber, packageName, customer, status }: ListedOrder): Option {
  const { firstName, lastName, company } = customer
  const buyer = [`${firstName} ${lastName}`, company].filter(Boolean).join(', ')
  return { id, label: `${invoiceNumber} · ${packageName}`, detail: `${buyer} · ${status}` }
}

export function toStaffOption({ id, firstName, lastName, email, open }: StaffMember): Option {
  const work = open === 0 ? 'nothing open' : `${open} open`
  return { id, label: `${firstName} ${lastName}`, detail: `${work} · ${email}` }
}
