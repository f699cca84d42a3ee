import * as z from 'zod'
import { currencies } from '#api/content/content.ts'
import {
  AdminCategory,
  AdminPackage,
  CreateCategoryBody,
  CreatePackageBody,
  PackageName,
  PriceRates,
  UpdateCategoryBody,
  UpdatePackageBody,
} from '#api/contract/catalogue/packages.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { isOffered } from '#api/rules/money/sold-in.ts'
import { listEveryCategory } from './category.ts'
import { createCategory, deleteCategory, updateCategory } from './edit-category.ts'
import { createPackage, updatePackage } from './edit-package.ts'
import { listPackageNames, packageList } from './queries.ts'

const SALE_PROOF =
  'Not an admin, from another origin (bad_origin), or, where what is charged changes, without a fresh proof (proof_needed)'

const CHANGED = 'Someone has saved the package since expectedVersion (changed_meanwhile)'

export function catalogueAdminRoutes(app: App, services: Services): void {
  const { db, env } = services
  listCall(app, db, 'GET /admin/packages', packageList, {
    scope: 'packages:write',
    operationId: 'listAllPackages',
    summary: 'All packages, the inactive ones too',
  })

  call(app, 'GET /admin/package-names', {
    access: 'admin',
    scope: 'packages:write',
    operationId: 'listPackageNames',
    summary: 'The names of all packages, the inactive ones too, for filters and selectors',
    response: z.array(PackageName),
    handler: () => listPackageNames(db),
  })

  call(app, 'GET /admin/price-rates', {
    access: 'admin',
    scope: 'packages:write',
    operationId: 'listPriceRates',
    summary:
      'What one unit of the default currency is in others that the shop sells in, as far as it is known',
    description: 'Only for proposing prices: no charge is converted.',
    response: PriceRates,
    handler: (): PriceRates => {
      const isKnown = currencies.default === 'USD' && isOffered(currencies, 'INR')
      return isKnown ? { INR: env.usdInrRate } : {}
    },
  })

  call(app, 'POST /admin/packages', {
    access: 'admin',
    scope: 'packages:write',
    proofScope: 'packages:prices',
    operationId: 'createPackage',
    summary: 'Make a package',
    description: 'It is on sale at once, unless it is inactive.',
    refusals: { 403: SALE_PROOF },
    body: CreatePackageBody,
    status: 201,
    repeat: 'first_response',
    response: AdminPackage,
    handler: (request) =>
      createOnce(services, request, (own) => createPackage(own.db, request.body, getActor(request))),
  })

  call(app, 'PUT /admin/packages/:id', {
    access: 'admin',
    scope: 'packages:write',
    proofScope: 'packages:prices',
    operationId: 'updatePackage',
    summary: 'Change a package or its questions; what is left out stays',
    description:
      'A question keeps its id and its answers while its text stays. Orders keep the name and price they were placed with.',
    refusals: { 403: SALE_PROOF, 409: CHANGED },
    params: IdParams,
    body: UpdatePackageBody,
    response: AdminPackage,
    handler: (request) =>
      updatePackage(db, { id: request.params.id, body: request.body, admin: getActor(request) }),
  })
}

export function categoryAdminRoutes(app: App, services: Services): void {
  const { db } = services
  call(app, 'GET /admin/categories', {
    access: 'admin',
    scope: 'packages:write',
    operationId: 'listAllCategories',
    summary: 'All categories, in their order',
    response: z.array(AdminCategory),
    handler: () => listEveryCategory(db),
  })

  call(app, 'POST /admin/categories', {
    access: 'admin',
    operationId: 'createCategory',
    summary: 'Make a category',
    description: 'It comes last in the order.',
    refusals: { 409: 'Another category has the name (name_taken)' },
    body: CreateCategoryBody,
    status: 201,
    repeat: 'first_response',
    response: AdminCategory,
    handler: (request) =>
      createOnce(services, request, (own) => createCategory(own.db, request.body, getUser(request).id)),
  })

  call(app, 'PUT /admin/categories/:id', {
    access: 'admin',
    operationId: 'updateCategory',
    summary: 'Rename, describe, hide or move a category; what is left out stays',
    description: 'Its packages take the new name, and addresses with an earlier name lead to it.',
    refusals: { 409: 'Another category has the name (name_taken)' },
    params: IdParams,
    body: UpdateCategoryBody,
    response: AdminCategory,
    handler: (request) =>
      updateCategory(db, { id: request.params.id, body: request.body, adminId: getUser(request).id }),
  })

  call(app, 'DELETE /admin/categories/:id', {
    access: 'admin',
    operationId: 'deleteCategory',
    summary: 'Delete a category that has no packages',
    description: 'Inactive packages count, too.',
    refusals: { 409: 'The category has packages (has_packages)' },
    params: IdParams,
    handler: (request) => deleteCategory(db, request.params.id, getUser(request).id),
  })
}
