import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import {
  AdminPackage,
  CreatePackageBody,
  PackageListQuery,
  PackageName,
  UpdatePackageBody,
} from '../../contract/packages.ts'
import { call } from '../../http/call.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { createPackage, listPackageNames, listPackages, updatePackage } from './edit-package.ts'

export function catalogueAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/packages', {
    access: 'admin',
    operationId: 'listAllPackages',
    summary: 'All packages, the inactive ones too',
    description: 'Each with its questions, as the admin area edits them.',
    querystring: PackageListQuery,
    response: z.array(AdminPackage),
    handler: async (request, reply) => sendPage(reply, await listPackages(db, request.query)),
  })

  call(app, 'GET /admin/package-names', {
    access: 'admin',
    operationId: 'listPackageNames',
    summary: 'The names of all packages, the inactive ones too, for filters and selectors',
    description: 'Ids and names, and nothing else.',
    response: z.array(PackageName),
    handler: () => listPackageNames(db),
  })

  call(app, 'POST /admin/packages', {
    access: 'admin',
    operationId: 'createPackage',
    summary: 'Make a package',
    description: 'With its lists and questions. It stands in the shop at once, unless it is inactive.',
    body: CreatePackageBody,
    status: 201,
    response: AdminPackage,
    handler: (request) => createPackage(db, request.body, getUser(request).id),
  })

  call(app, 'PUT /admin/packages/:id', {
    access: 'admin',
    operationId: 'updatePackage',
    summary: 'Change a package or its questions; what is left out stays',
    description:
      'A question keeps its id while its text stays, so given answers keep their question. Orders keep the name and price they were placed with.',
    params: IdParams,
    body: UpdatePackageBody,
    response: AdminPackage,
    handler: (request) =>
      updatePackage(db, { id: request.params.id, body: request.body, adminId: getUser(request).id }),
  })
}
