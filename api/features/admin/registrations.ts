import type { Knex } from 'knex'
import { Registration } from '../../../db/models/registration.ts'
import type {
  REGISTRATION_SORTS,
  RegistrationListQuery,
  Registration as WireRegistration,
} from '../../contract/admin.ts'
import { fetchPage, type Page, type SortExpressions } from './list.ts'
import { whereFound } from './search.ts'

const SORTS: SortExpressions<(typeof REGISTRATION_SORTS)[number]> = {
  createdAt: ['registrations.created_at', 'registrations.id'],
  firstName: ['lower(registrations.first_name)', 'lower(registrations.last_name)', 'registrations.id'],
  lastName: ['lower(registrations.last_name)', 'lower(registrations.first_name)', 'registrations.id'],
  email: ['lower(registrations.email)', 'registrations.id'],
  company: ['lower(registrations.company)', 'registrations.id'],
}

export async function listRegistrations(
  db: Knex,
  list: RegistrationListQuery,
): Promise<Page<WireRegistration>> {
  const query = Registration.query(db).withGraphFetched('package')
  if (list.packageId !== undefined) query.where({ packageId: list.packageId })
  whereFound(query, 'registrations', list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireRegistration), total }
}

function toWireRegistration(row: Registration): WireRegistration {
  const { passwordHash: _, taxId: __, address: ___, packageId, package: bought, createdAt, ...shown } = row
  return {
    ...shown,
    package: { id: packageId, name: bought?.name ?? '' },
    createdAt: createdAt.toISOString(),
  }
}
