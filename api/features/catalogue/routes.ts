import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { Package, Review } from '../../contract/catalogue.ts'
import { Category } from '../../contract/categories.ts'
import { IdParams } from '../../contract/ids.ts'
import { NotFound } from '../../errors.ts'
import { chooseVariant, sendVariant, type Variant } from '../../http/variants.ts'
import { rememberResponse } from '../../speed/cached-responses.ts'
import type { Catalogue } from './catalogue.ts'
import { findRandomReview } from './package.ts'

const CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

interface CatalogueOptions extends Services {
  catalogue: Catalogue
}

export function catalogueRoutes(app: App, { db, catalogue }: CatalogueOptions): void {
  app.get(
    '/packages',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'listPackages',
        summary: 'The active packages',
        description: 'All of them, with their prices in dollars and the summary of their reviews. Cacheable.',
        response: { 200: z.array(Package) },
      },
    },
    (request, reply) => sendCached(request, reply, catalogue.readPackages()),
  )

  app.get(
    '/categories',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'listCategories',
        summary: 'The categories with packages in the shop, in their order',
        description: 'A hidden one belongs in no menu; its packages are in the shop. Cacheable.',
        response: { 200: z.array(Category) },
      },
    },
    (request, reply) => sendCached(request, reply, catalogue.readCategories()),
  )

  app.get(
    '/packages/:id',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getPackage',
        summary: 'One active package',
        description: 'An inactive package is unknown here. Cacheable.',
        params: IdParams,
        response: { 200: Package },
      },
    },
    (request, reply) => sendCached(request, reply, catalogue.readPackage(request.params.id)),
  )

  app.get(
    '/packages/:id/reviews',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'listReviews',
        summary: 'The reviews of a package, newest first',
        description: 'All of them. Cacheable.',
        params: IdParams,
        response: { 200: z.array(Review) },
      },
    },
    (request, reply) => sendCached(request, reply, catalogue.readReviews(request.params.id)),
  )

  app.get(
    '/packages/:id/reviews/random',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getRandomReview',
        summary: 'A random review of a package',
        description: 'Another one with each call; 404 where the package has none.',
        params: IdParams,
        response: { 200: Review },
      },
    },
    async (request, reply) => {
      const review = await findRandomReview(db, request.params.id)
      if (!review) throw new NotFound('Review')
      reply.header('cache-control', 'no-store')
      return review
    },
  )
}

/** @throws NotFound where there is no such package */
async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Promise<Variant[] | undefined>,
): Promise<void> {
  const variants = await response
  if (!variants) throw new NotFound('Package')
  reply.header('cache-control', CACHE_CONTROL).type('application/json; charset=utf-8')
  const variant = chooseVariant(request, variants)
  sendVariant(request, reply, variant)
  rememberResponse(variant, reply)
}
