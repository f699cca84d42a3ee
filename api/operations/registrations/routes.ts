import type { Knex } from 'knex'
import * as z from 'zod'
import {
  type REGISTRATION_SORTS,
  RegistrationListQuery,
  Registration as WireRegistration,
} from '#api/contract/sales/checkout.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { sendExport } from '#api/platform/audit/export.ts'
import { call } from '#api/platform/http/call.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { CSV_ROUTE, type CsvColumn, PAGE_KEYS } from '#api/platform/lists/csv.ts'
import {
  byAlphabet,
  fetchPage,
  orderRows,
  type SortExpressions,
  sendPage,
  type Unpaged,
} from '#api/platform/lists/list.ts'
import { whereFound } from '#api/platform/lists/search.ts'
import { streamRows } from '#api/platform/lists/stream-rows.ts'
import { getBuyerField, listCsvFields } from '#api/rules/buyer-fields.ts'
import { Registration } from '#db/models/orders/registration.ts'

export function registrationAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/registrations', {
    access: 'admin',
    operationId: 'listRegistrations',
    summary: 'All purchase forms',
    description: 'As they were sent, without their passwords, newest first.',
    querystring: RegistrationListQuery,
    response: z.array(WireRegistration),
    handler: async (request, reply) => sendPage(reply, await listRegistrations(db, request.query)),
  })

  call(app, 'GET /admin/registrations.csv', {
    ...CSV_ROUTE,
    operationId: 'exportRegistrations',
    summary: 'The registrations as a CSV file',
    description: 'All that the filters of the list leave. The export is recorded in the audit log.',
    querystring: RegistrationListQuery.omit(PAGE_KEYS),
    handler: async (request, reply) => {
      const forms = streamRegistrations(db, request.query)
      return sendExport(db, { request, reply }, 'registration', REGISTRATION_COLUMNS, forms)
    },
  })
}

const SORTS: SortExpressions<(typeof REGISTRATION_SORTS)[number]> = {
  createdAt: ['registrations.created_at', 'registrations.id'],
  firstName: [
    byAlphabet('registrations.first_name'),
    byAlphabet('registrations.last_name'),
    'registrations.id',
  ],
  lastName: [
    byAlphabet('registrations.last_name'),
    byAlphabet('registrations.first_name'),
    'registrations.id',
  ],
  email: ['lower(registrations.email)', 'registrations.id'],
  company: [byAlphabet('registrations.company'), 'registrations.id'],
}

const listColumns = (section: 'person' | 'company' | 'address') =>
  listCsvFields('forms', section).map(
    (field): CsvColumn<WireRegistration> => [getBuyerField(field).label, (form) => form[field]],
  )

const REGISTRATION_COLUMNS: readonly CsvColumn<WireRegistration>[] = [
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

async function listRegistrations(db: Knex, list: RegistrationListQuery) {
  const query = findRegistrations(db, list).withGraphFetched('package')
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireRegistration), total }
}

function streamRegistrations(db: Knex, list: Unpaged<RegistrationListQuery>) {
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
