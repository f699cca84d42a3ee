import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { Category, Package, Review } from '#api/contract/catalogue/catalogue.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { NotFound } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import type { CachedBody, Catalogue } from './catalogue.ts'

/** An HTTP cache in front of the API shows a price for at most 25 seconds (docs/product/shop.md, Data of the pages). */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=5, stale-while-revalidate=20'

export function catalogueRoutes(app: App, { catalogue }: Services & { catalogue: Catalogue }): void {
  call(app, 'GET /packages', {
    access: 'public',
    tag: 'Catalogue',
    operationId: 'listPackages',
    summary: 'The active packages',
    response: z.array(Package),
    handler: async (_request, reply) => sendJson(reply, await catalogue.readPackages()),
  })

  call(app, 'GET /categories', {
    access: 'public',
    tag: 'Catalogue',
    operationId: 'listCategories',
    summary: 'The categories with packages in the shop, in their order',
    description: 'A hidden one belongs in no menu; its packages are in the shop.',
    response: z.array(Category),
    handler: async (_request, reply) => sendJson(reply, await catalogue.readCategories()),
  })

  call(app, 'GET /packages/:id', {
    access: 'public',
    tag: 'Catalogue',
    operationId: 'getPackage',
    summary: 'One active package',
    params: IdParams,
    response: Package,
    handler: async (request, reply) => sendJson(reply, await catalogue.readPackage(request.params.id)),
  })

  call(app, 'GET /packages/:id/reviews', {
    access: 'public',
    tag: 'Catalogue',
    operationId: 'listReviews',
    summary: 'The reviews of a package, newest first',
    params: IdParams,
    response: z.array(Review),
    handler: async (request, reply) => sendJson(reply, await catalogue.readReviews(request.params.id)),
  })

  call(app, 'GET /packages/:id/reviews/random', {
    access: 'public',
    tag: 'Catalogue',
    operationId: 'getRandomReview',
    summary: 'A random review of a package',
    description: 'A package without reviews is 404.',
    params: IdParams,
    response: Review,
    handler: async (request, reply) =>
      sendJson(reply, await catalogue.readRandomReview(request.params.id), 'Review'),
  })
}

/** @throws NotFound if there is no such package, or no review of it */
function sendJson(reply: FastifyReply, body: CachedBody | undefined, thing = 'Package'): FastifyReply {
  if (body === undefined) throw new NotFound(thing)
  const { bytes, etag } = body
  reply.headers({ 'cache-control': CACHE_CONTROL, vary: 'accept-encoding', etag })
  return reply.type('application/json; charset=utf-8').send(bytes)
}
