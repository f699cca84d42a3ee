import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import {
  AdminPackage,
  CreatePackageBody,
  PackagePreview,
  PackageVersion,
  PreviewMade,
  RestorePackageBody,
  UpdatePackageBody,
  VersionListQuery,
} from '../../contract/packages.ts'
import { call } from '../../http/call.ts'
import { getUser } from '../../plugins/guards.ts'
import { getPackage, restorePackage } from './edit-package.ts'
import { createPreview, getPreview } from './preview.ts'
import { listVersions } from './versions.ts'

/** The history of a package, and how it looks before it is saved. */
export function versionAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/packages/:id/versions', {
    access: 'admin',
    operationId: 'listPackageVersions',
    summary: 'What each save made of a package, the last one first',
    description: 'Twenty at a time: those before the last one of them come with `before`.',
    params: IdParams,
    querystring: VersionListQuery,
    response: z.array(PackageVersion),
    handler: async ({ params, query }) => listVersions(db, await getPackage(db, params.id), query.before),
  })

  call(app, 'POST /admin/packages/:id/restore', {
    access: 'admin',
    operationId: 'restorePackageVersion',
    summary: 'Make a package what one of its versions was',
    description: 'A save like any other, so it is a version of its own. Whether the package is active stays.',
    params: IdParams,
    body: RestorePackageBody,
    response: AdminPackage,
    handler: (request) =>
      restorePackage(db, { ...request.body, id: request.params.id, adminId: getUser(request).id }),
  })

  call(app, 'POST /admin/package-previews', {
    access: 'admin',
    operationId: 'previewNewPackage',
    summary: 'Show a new package before it is made',
    description: 'Checked and completed as the package itself would be; nothing of it is saved. For an hour.',
    body: CreatePackageBody,
    status: 201,
    response: PreviewMade,
    handler: (request) => createPreview(db, { body: request.body }, getUser(request).id),
  })

  call(app, 'POST /admin/packages/:id/preview', {
    access: 'admin',
    operationId: 'previewPackage',
    summary: 'Show changes of a package before they are saved; without any, the package as it is',
    description: 'As previewNewPackage does.',
    params: IdParams,
    body: UpdatePackageBody,
    status: 201,
    response: PreviewMade,
    handler: async (request) => {
      const draft = { id: request.params.id, body: request.body }
      return await createPreview(db, draft, getUser(request).id)
    },
  })

  call(app, 'GET /admin/package-previews/:id', {
    access: 'admin',
    operationId: 'getPackagePreview',
    summary: 'A package as it would be if it were saved, with its reviews',
    description: 'What the pages below `/preview` draw.',
    params: IdParams,
    response: PackagePreview,
    handler: (request) => getPreview(db, request.params.id),
  })
}
