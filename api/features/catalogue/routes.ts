import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Package as PackageModel } from '../../../db/models/package.ts'
import { PackageQuestion as QuestionModel } from '../../../db/models/package-question.ts'
import type { App, Services } from '../../app-type.ts'
import { Package, PackageQuestion, Review } from '../../contract/catalogue.ts'
import { IdParams } from '../../contract/ids.ts'
import { NotFound } from '../../errors.ts'
import type { Answer, Catalogue, Encoded } from './catalogue.ts'
import { findRandomReview } from './package.ts'

const CACHING = {
  'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  vary: 'accept-encoding',
}

interface CatalogueOptions extends Services {
  catalogue: Catalogue
}

export function catalogueRoutes(app: App, { db, catalogue }: CatalogueOptions): void {
  app.get(
    '/packages',
    {
      config: { access: 'public' },
      schema: { summary: 'The active packages', response: { 200: z.array(Package) } },
    },
    (request, reply) => sendKept(request, reply, catalogue.answerPackages()),
  )

  app.get(
    '/packages/:id',
    {
      config: { access: 'public' },
      schema: { summary: 'One active package', params: IdParams, response: { 200: Package } },
    },
    (request, reply) => sendKept(request, reply, catalogue.answerPackage(request.params.id)),
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
    (request, reply) => sendKept(request, reply, catalogue.answerReviews(request.params.id)),
  )

  app.get(
    '/packages/:id/reviews/random',
    {
      config: { access: 'public' },
      schema: { summary: 'A random review of a package', params: IdParams, response: { 200: Review } },
    },
    async (request, reply) => {
      const review = await findRandomReview(db, request.params.id)
      if (!review) throw new NotFound('Review')
      reply.header('cache-control', 'no-store')
      return review
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
    async (request) => {
      const packageId = request.params.id
      const questions = await QuestionModel.query(db)
        .where({ packageId })
        .whereNull('retiredAt')
        .orderBy(['position', 'id'])
      if (questions.length === 0 && !(await PackageModel.query(db).findById(packageId))) {
        throw new NotFound('Package')
      }
      return questions
    },
  )
}

/** Without a promise where the answer is kept. @throws NotFound where there is no answer */
function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer | Promise<Answer | undefined>,
): Promise<void> | undefined {
  if (answer instanceof Promise) return answer.then((read) => sendAnswer(request, reply, read))
  return sendAnswer(request, reply, answer)
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer | undefined,
): Promise<void> | undefined {
  if (!answer) throw new NotFound('Package')
  // Every browser takes brotli; who does not, gets it plain.
  const isBrotli = /\bbr\b(?!\s*;\s*q=0)/.test(String(request.headers['accept-encoding'] ?? ''))
  if (isBrotli) return answer.inBrotli().then((encoded) => sendEncoded(request, reply, encoded, 'br'))
  sendEncoded(request, reply, answer)
  return undefined
}

/** A browser or CDN that has this version gets 304. */
function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: Encoded,
  encoding?: 'br',
): void {
  if (request.headers['if-none-match']?.includes(etag)) {
    reply
      .status(304)
      .headers({ ...CACHING, etag })
      .send()
    return
  }
  // Past the hooks, by Node's own means: to gather headers one by one and hand them on takes a tenth of a kept answer's time.
  reply.hijack()
  const { server, raw } = reply
  if (server.isClosing) raw.shouldKeepAlive = false
  const head = {
    ...server.dataHeaders,
    ...CACHING,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    etag,
    ...(encoding && { 'content-encoding': encoding }),
  }
  raw.writeHead(200, head).end(body)
}
