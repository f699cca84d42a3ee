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
        summary: 'All packages, the inactive ones too',
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
        summary: 'The names of all packages, the inactive ones too, for filters and selectors',
        response: { 200: z.array(PackageName) },
      },
    },
    () => listPackageNames(db),
  )

  app.post(
    '/admin/packages',
    {
      config: { access: 'admin' },
      schema: { summary: 'Make a package', body: CreatePackageBody, response: { 201: AdminPackage } },
    },
    async (request, reply) =>
      reply.status(201).send(await createPackage(db, request.body, getUser(request).id)),
  )

  app.put(
    '/admin/packages/:id',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Change a package or its questions; what is left out stays',
        params: IdParams,
        body: UpdatePackageBody,
        response: { 200: AdminPackage },
      },
    },
    (request) =>
      updatePackage(db, { id: request.params.id, body: request.body, adminId: getUser(request).id }),
  )
}
