import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import {
  AdminPackage,
  CreatePackageBody,
  PackageListQuery,
  PackageName,
  UpdatePackageBody,
} from '../../contract/admin.ts'
import { IdParams } from '../../contract/ids.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { createPackage, listPackageNames, listPackages, updatePackage } from './edit-package.ts'

export function catalogueAdminRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/packages',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listAllPackages',
        summary: 'All packages, the inactive ones too',
        description: 'Each with its questions, as the admin area edits them.',
        querystring: PackageListQuery,
        response: { 200: z.array(AdminPackage) },
      },
    },
    async (request, reply) => sendPage(reply, await listPackages(db, request.query)),
  )

  app.get(
    '/admin/package-names',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listPackageNames',
        summary: 'The names of all packages, the inactive ones too, for filters and selectors',
        description: 'Ids and names, and nothing else.',
        response: { 200: z.array(PackageName) },
      },
    },
    () => listPackageNames(db),
  )

  app.post(
    '/admin/packages',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createPackage',
        summary: 'Make a package',
        description: 'With its lists and questions. It stands in the shop at once, unless it is inactive.',
        body: CreatePackageBody,
        response: { 201: AdminPackage },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createPackage(db, request.body, getUser(request).id)),
  )

  app.put(
    '/admin/packages/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updatePackage',
        summary: 'Change a package or its questions; what is left out stays',
        description:
          'A question keeps its id while its text stays, so given answers keep their question. Orders keep the name and price they were placed with.',
        params: IdParams,
        body: UpdatePackageBody,
        response: { 200: AdminPackage },
      },
    },
    (request) =>
      updatePackage(db, { id: request.params.id, body: request.body, adminId: getUser(request).id }),
  )
}
