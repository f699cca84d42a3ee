import type { ListedOrder } from '../../../../api/contract/admin-orders.ts'
import type { StaffMember } from '../../../../api/contract/assignments.ts'
import type { Option } from './search-select.tsx'

function toOrderOption({ id, invoiceNumber, packageName, customer, status }: ListedOrder): Option {
  const { firstName, lastName, company } = customer
  const buyer = [`${firstName} ${lastName}`, company].filter(Boolean).join(', ')
  return { id, label: `${invoiceNumber} · ${packageName}`, detail: `${buyer} · ${status}` }
}

function toStaffOption({ id, firstName, lastName, email, open }: StaffMember): Option {
  const work = open === 0 ? 'nothing open' : `${open} open`
  return { id, label: `${firstName} ${lastName}`, detail: `${work} · ${email}` }
}

/** The selector shows the 20 newest orders; older ones have to be searched (docs/product/back-office.md, Admin area). */
export const ORDER_SELECT = {
  placeholder: 'Select an order',
  path: '/api/admin/orders?hasMoney=true&sort=-createdAt&limit=20',
  toOption: toOrderOption,
}

/** The person with the least open work comes first. */
export const STAFF_SELECT = {
  placeholder: 'Select a staff member',
  path: '/api/admin/staff?sort=open&limit=20',
  toOption: toStaffOption,
}
