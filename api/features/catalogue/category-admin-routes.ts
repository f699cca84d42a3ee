import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import { AdminCategory, CreateCategoryBody, UpdateCategoryBody } from '../../contract/packages.ts'
import { call } from '../../http/call.ts'
import { getUser } from '../../plugins/guards.ts'
import { listEveryCategory } from './category.ts'
import { createCategory, deleteCategory, updateCategory } from './edit-category.ts'

export function categoryAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/categories', {
    access: 'admin',
    operationId: 'listAllCategories',
    summary: 'All categories, in their order',
    description: 'Hidden and empty ones, too, each with its number of packages.',
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
    response: AdminCategory,
    handler: (request) => createCategory(db, request.body, getUser(request).id),
  })

  call(app, 'PUT /admin/categories/:id', {
    access: 'admin',
    operationId: 'updateCategory',
    summary: 'Rename, describe, hide or move a category; what is left out stays',
    description: 'Packages follow a new name, and addresses with an earlier name lead on to it.',
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
