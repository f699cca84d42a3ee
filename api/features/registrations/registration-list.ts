import type { Knex } from 'knex'
import { Registration } from '../../../db/models/registration.ts'
import {
  type REGISTRATION_SORTS,
  type RegistrationListQuery,
  Registration as WireRegistration,
} from '../../contract/checkout.ts'
import { toWire } from '../../http/to-wire.ts'
import type { CsvColumn } from '../../lists/csv.ts'
import { fetchPage, orderRows, type SortExpressions, type Unpaged } from '../../lists/list.ts'
import { whereFound } from '../../lists/search.ts'
import { streamRows } from '../../lists/stream-rows.ts'
import { getBuyerField, listCsvFields } from '../../rules/buyer-fields.ts'

const SORTS: SortExpressions<(typeof REGISTRATION_SORTS)[number]> = {
  createdAt: ['registrations.created_at', 'registrations.id'],
  firstName: ['lower(registrations.first_name)', 'lower(registrations.last_name)', 'registrations.id'],
  lastName: ['lower(registrations.last_name)', 'lower(registrations.first_name)', 'registrations.id'],
  email: ['lower(registrations.email)', 'registrations.id'],
  company: ['lower(registrations.company)', 'registrations.id'],
}

const listColumns = (section: 'person' | 'company' | 'address') =>
  listCsvFields('forms', section).map(
    (field): CsvColumn<WireRegistration> => [getBuyerField(field).label, (form) => form[field]],
  )

export const REGISTRATION_COLUMNS: readonly CsvColumn<WireRegistration>[] = [
  ...listColumns('person'),
  ...listColumns('company'),
  ['Package', (form) => form.package.name],
  ...listColumns('address'),
  ['Registered', (form) => form.createdAt],
]

function findRegistrations(db: Knex, list: Unpaged<RegistrationListQuery>) {
  const query = Registration.query(db)
  if (list.packageId !== undefined) query.where({ packageId: list.packageId })
  whereFound(query, 'registrations', list.q)
  return query
}

export async function listRegistrations(db: Knex, list: RegistrationListQuery) {
  const query = findRegistrations(db, list).withGraphFetched('package')
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireRegistration), total }
}

export function streamRegistrations(db: Knex, list: Unpaged<RegistrationListQuery>) {
  return streamRows(db, {
    find: (trx) => orderRows(findRegistrations(trx, list), list.sort, SORTS),
    toWire: async (trx, rows) => {
      const whole = await Registration.fetchGraph(rows, 'package', { transaction: trx })
      return whole.map(toWireRegistration)
    },
  })
}

const toWireRegistration = (row: Registration): WireRegistration =>
  toWire(WireRegistration, { ...row, package: { id: row.packageId, name: row.package?.name ?? '' } })
