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
        summary: 'All categories, in their order',
        response: { 200: z.array(AdminCategory) },
      },
    },
    () => listEveryCategory(db),
  )

  app.post(
    '/admin/categories',
    {
      config: { access: 'admin' },
      schema: { summary: 'Make a category', body: CreateCategoryBody, response: { 201: AdminCategory } },
    },
    async (request, reply) =>
      reply.status(201).send(await createCategory(db, request.body, getUser(request).id)),
  )

  app.put(
    '/admin/categories/:id',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Rename, describe, hide or move a category; what is left out stays',
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
        summary: 'Delete a category that has no packages',
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
