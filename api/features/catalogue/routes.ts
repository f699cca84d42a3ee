import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Package as PackageModel } from '../../../db/models/package.ts'
import { PackageQuestion as QuestionModel } from '../../../db/models/package-question.ts'
import { Review as ReviewModel } from '../../../db/models/review.ts'
import type { App, Services } from '../../app-type.ts'
import { Package, PackageQuestion, Review } from '../../contract/catalogue.ts'
import { IdParams } from '../../contract/ids.ts'
import { NotFound } from '../../errors.ts'
import { findActivePackage, listActivePackages } from './package.ts'

const CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

export function catalogueRoutes(app: App, { db }: Services): void {
  app.get(
    '/packages',
    {
      config: { access: 'public' },
      schema: { summary: 'The active packages', response: { 200: z.array(Package) } },
    },
    async (request, reply) => sendCacheable(request, reply, await listActivePackages(db)),
  )

  app.get(
    '/packages/:id',
    {
      config: { access: 'public' },
      schema: { summary: 'One active package', params: IdParams, response: { 200: Package } },
    },
    async (request, reply) => {
      const found = await findActivePackage(db, request.params.id)
      if (!found) throw new NotFound('Package')
      return sendCacheable(request, reply, found)
    },
  )

  app.get(
    '/packages/:id/reviews',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The reviews of a package, newest first',
        params: IdParams,
        response: { 200: z.array(Review) },
      },
    },
    async (request) => {
      await requirePackage(request.params.id)
      const reviews = await ReviewModel.query(db)
        .where({ packageId: request.params.id })
        .orderBy([
          { column: 'createdAt', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
      return reviews.map(toWireReview)
    },
  )

  app.get(
    '/packages/:id/reviews/random',
    {
      config: { access: 'public' },
      schema: { summary: 'A random review of a package', params: IdParams, response: { 200: Review } },
    },
    async (request, reply) => {
      await requirePackage(request.params.id)
      const review = await ReviewModel.query(db)
        .where({ packageId: request.params.id })
        .orderByRaw('random()')
        .first()
      if (!review) throw new NotFound('Review')
      reply.header('cache-control', 'no-store')
      return toWireReview(review)
    },
  )

  app.get(
    '/packages/:id/questions',
    {
      config: { access: 'public' },
      schema: {
        summary: 'What a buyer of the package is asked',
        params: IdParams,
        response: { 200: z.array(PackageQuestion) },
      },
    },
    // Also of inactive packages: their old orders still have questions to answer.
    async (request) =>
      await QuestionModel.query(db)
        .where({ packageId: request.params.id })
        .whereNull('retiredAt')
        .orderBy(['position', 'id']),
  )

  async function requirePackage(id: number): Promise<void> {
    const found = await PackageModel.query(db).findById(id).where({ isActive: true }).select('id')
    if (!found) throw new NotFound('Package')
  }
}

function toWireReview({ id, customerName, rating, comment, createdAt }: ReviewModel): Review {
  return { id, customerName, rating, comment, createdAt: createdAt.toISOString() }
}

/** Answers with an ETag; a browser or CDN that has this version gets 304. */
function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Package | Package[],
): FastifyReply {
  const body = JSON.stringify(answer)
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  reply.header('cache-control', CACHE_CONTROL).header('etag', etag)
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  // Serialised above for the ETag, so not a second time by the response schema.
  return reply
    .type('application/json; charset=utf-8')
    .serializer(() => body)
    .send(answer)
}
