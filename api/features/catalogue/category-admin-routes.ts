import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { AdminCategory, CreateCategoryBody, UpdateCategoryBody } from '../../contract/categories.ts'
import { IdParams } from '../../contract/ids.ts'
import { getUser } from '../../plugins/guards.ts'
import { listEveryCategory } from './category.ts'
import { createCategory, deleteCategory, updateCategory } from './edit-category.ts'

export function categoryAdminRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/categories',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listAllCategories',
        summary: 'All categories, in their order',
        description: 'Hidden and empty ones, too, each with its number of packages.',
        response: { 200: z.array(AdminCategory) },
      },
    },
    () => listEveryCategory(db),
  )

  app.post(
    '/admin/categories',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createCategory',
        summary: 'Make a category',
        description: 'It comes last in the order.',
        body: CreateCategoryBody,
        response: { 201: AdminCategory },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createCategory(db, request.body, getUser(request).id)),
  )

  app.put(
    '/admin/categories/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateCategory',
        summary: 'Rename, describe, hide or move a category; what is left out stays',
        description: 'Packages follow a new name, and addresses with an earlier name lead on to it.',
        params: IdParams,
        body: UpdateCategoryBody,
        response: { 200: AdminCategory },
      },
    },
    (request) =>
      updateCategory(db, { id: request.params.id, body: request.body, adminId: getUser(request).id }),
  )

  app.delete(
    '/admin/categories/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteCategory',
        summary: 'Delete a category that has no packages',
        description: 'Inactive packages count, too.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteCategory(db, request.params.id, getUser(request).id)
      return reply.status(204).send(null)
    },
  )
}
