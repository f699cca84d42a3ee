import { Readable } from 'node:stream'
import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { InvalidInput } from '../../base/errors.ts'
import {
  AdminPastOrder,
  ApplyImportBody,
  CheckImportQuery,
  Import,
  ImportDetail,
  ImportedCustomerListQuery,
  ImportedPerson,
  ImportListQuery,
  PastOrder,
  PastOrderListQuery,
  SendLinksBody,
  SendLinksResponse,
} from '../../contract/imports.ts'
import { IdParams } from '../../contract/lists.ts'
import { call } from '../../http/call.ts'
import { HOUR_MS } from '../../http/limits.ts'
import { TooLarge } from '../../http/uploads.ts'
import { CSV_ROUTE, PAGE_KEYS, sendCsv } from '../../lists/csv.ts'
import { sendPage } from '../../lists/list.ts'
import { getActor, getUser } from '../../plugins/guards.ts'
import { IMPORT_LIMITS } from '../../rules/import-columns.ts'
import { recordExport } from '../audit/export.ts'
import { IMPORT_LIMIT, receiveImport, requestApply } from './import.ts'
import { askForLinks, listImportedPeople } from './links.ts'
import {
  FAULT_COLUMNS,
  getImport,
  listImports,
  listOwnPastOrders,
  listPastOrders,
  PAST_ORDER_COLUMNS,
  streamFaults,
  streamPastOrders,
} from './lists.ts'

export function importRoutes(app: App, { db }: Services): void {
  call(app, 'GET /user/past-orders', {
    access: 'customer',
    tag: 'Accounts',
    operationId: 'listOwnPastOrders',
    summary: 'Your orders from before this shop',
    description: 'Newest first. None until the address of the account is verified.',
    response: z.array(PastOrder),
    handler: (request) => listOwnPastOrders(db, getUser(request)),
  })
}

export function importAdminRoutes(app: App, services: Services): void {
  const { db } = services

  // In a scope of its own, because this call alone takes a file.
  app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    call(uploads, 'POST /admin/imports', {
      access: 'admin',
      proof: 'with_factor',
      operationId: 'checkImport',
      summary: 'Check a file of customers or past orders',
      description: `The file as it is: ${IMPORT_LIMITS}. Nothing of it is written. Ask for the import until it is checked or refused.`,
      consumes: ['application/octet-stream'],
      // Each upload takes disk space, and seconds of the publisher's time.
      limits: [{ name: 'import', by: 'user', max: 30, windowMs: HOUR_MS }],
      querystring: CheckImportQuery,
      status: 202,
      repeat: { takesNoKey: 'checking a file again changes nothing' },
      response: ImportDetail,
      handler: async (request, reply) => {
        const { body, query, headers } = request
        if (!(body instanceof Readable)) throw new InvalidInput('file', 'Please choose a file')
        if (Number(headers['content-length']) > IMPORT_LIMIT.bytes) {
          // Closes the connection, because the rest of the file is not read.
          reply.header('connection', 'close')
          throw new TooLarge(IMPORT_LIMIT.message)
        }
        const id = await receiveImport(services, { ...query, body, admin: getActor(request) })
        return await getImport(db, id)
      },
    })
  })

  call(app, 'GET /admin/imports', {
    access: 'admin',
    operationId: 'listImports',
    summary: 'All imports, newest first',
    description: 'One that was not applied is listed for a day.',
    querystring: ImportListQuery,
    response: z.array(Import),
    handler: async (request, reply) => sendPage(reply, await listImports(db, request.query)),
  })

  call(app, 'GET /admin/imports/:id', {
    access: 'admin',
    operationId: 'getImport',
    summary: 'An import, with what is wrong with its rows',
    description: 'How far it is, what it creates, and whether its customers have been sent links.',
    params: IdParams,
    response: ImportDetail,
    handler: (request) => getImport(db, request.params.id),
  })

  call(app, 'GET /admin/imports/:id/faults.csv', {
    ...CSV_ROUTE,
    operationId: 'exportImportFaults',
    summary: 'Everything that is wrong with a file, as a CSV file',
    description: 'By row and column, with what is there and an example. Recorded in the audit log.',
    params: IdParams,
    handler: async (request, reply) => {
      const { id } = request.params
      const faults = await streamFaults(db, id)
      await recordExport(db, request, { subject: 'import', subjectId: id, label: `Import ${id}` })
      return sendCsv(reply, `import-${id}-errors`, FAULT_COLUMNS, faults)
    },
  })

  call(app, 'POST /admin/imports/:id/apply', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'applyImport',
    summary: 'Import the file that was checked',
    description: 'All of it or nothing, but for the rows that are wrong. Nobody is mailed.',
    params: IdParams,
    body: ApplyImportBody,
    status: 202,
    repeat: { takesNoKey: 'an import is applied once' },
    response: ImportDetail,
    handler: async (request) => {
      const { id } = request.params
      await requestApply(services, id, { ...request.body, admin: getActor(request) })
      return await getImport(db, id)
    },
  })

  call(app, 'GET /admin/imports/:id/customers', {
    access: 'admin',
    operationId: 'listImportedCustomers',
    summary: 'The customers that an import has created',
    description: 'And whether each has been sent a link to sign in.',
    params: IdParams,
    querystring: ImportedCustomerListQuery,
    response: z.array(ImportedPerson),
    handler: async (request, reply) =>
      sendPage(reply, await listImportedPeople(db, request.params.id, request.query)),
  })

  call(app, 'POST /admin/imports/:id/links', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'sendSignInLinks',
    summary: 'Send imported customers a link to choose a password',
    description: 'Each of them once, 300 a minute. Who has a password gets none.',
    params: IdParams,
    body: SendLinksBody,
    status: 202,
    repeat: { takesNoKey: 'each customer gets a link once' },
    response: SendLinksResponse,
    handler: async (request) => {
      const links = { ...request.body, admin: getActor(request) }
      return { asked: await askForLinks(services, request.params.id, links) }
    },
  })

  call(app, 'GET /admin/past-orders', {
    access: 'admin',
    operationId: 'listPastOrders',
    summary: 'All orders from before this shop',
    description: 'As they were imported. They count in no figure and no money check.',
    querystring: PastOrderListQuery,
    response: z.array(AdminPastOrder),
    handler: async (request, reply) => sendPage(reply, await listPastOrders(db, request.query)),
  })

  call(app, 'GET /admin/past-orders.csv', {
    ...CSV_ROUTE,
    operationId: 'exportPastOrders',
    summary: 'The past orders as a CSV file',
    description: 'All that the search of the list leaves. The export is recorded in the audit log.',
    querystring: PastOrderListQuery.omit(PAGE_KEYS),
    handler: async (request, reply) => {
      await recordExport(db, request, { subject: 'import', subjectId: null, label: 'past-orders.csv' })
      return sendCsv(reply, 'past-orders', PAST_ORDER_COLUMNS, streamPastOrders(db, request.query))
    },
  })
}
