import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { Registration, RegistrationListQuery } from '../../contract/checkout.ts'
import { call } from '../../http/call.ts'
import { CSV_ROUTE, PAGE_KEYS } from '../../lists/csv.ts'
import { sendPage } from '../../lists/list.ts'
import { sendExport } from '../audit/export.ts'
import { listRegistrations, REGISTRATION_COLUMNS, streamRegistrations } from './registration-list.ts'

export function registrationAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/registrations', {
    access: 'admin',
    operationId: 'listRegistrations',
    summary: 'All purchase forms',
    description: 'As they were sent, without their passwords, newest first.',
    querystring: RegistrationListQuery,
    response: z.array(Registration),
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
