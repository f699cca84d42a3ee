import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { UploadedPicture } from '#api/contract/catalogue/packages.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { InvalidInput, NotFound } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { HOUR_MS } from '#api/platform/http/limits.ts'
import { TooLarge } from '#api/platform/http/uploads.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import { openObjects, type StoreSettings } from '#api/platform/storage/open.ts'
import { UPLOAD_LIMITS } from '#api/rules/order-work/uploads.ts'
import { getPicture, PICTURE_LIMIT, receivePicture } from './picture.ts'

export function pictureAdminRoutes(app: App, services: Services): void {
  // A separate scope, because only this call takes a file.
  app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    call(uploads, 'POST /admin/pictures', {
      access: 'admin',
      operationId: 'uploadPicture',
      summary: 'Upload a picture for packages and categories',
      description: `The file itself: ${UPLOAD_LIMITS}. It is checked and cut to the shape of a card later: ask for it until it is ready or refused.`,
      consumes: ['application/octet-stream'],
      // Each upload takes disk space, and seconds of the worker's time.
      limits: [{ name: 'picture', by: 'user', max: 60, windowMs: HOUR_MS }],
      refusals: { 413: 'More than 8 MB', 415: 'Not application/octet-stream' },
      status: 202,
      repeat: { takesNoKey: 'a picture that nothing shows is removed' },
      response: UploadedPicture,
      handler: async (request, reply) => {
        const { body, headers } = request
        if (!(body instanceof Readable)) throw new InvalidInput('file', 'Please choose a picture')
        if (Number(headers['content-length']) > PICTURE_LIMIT.bytes) {
          // Closes the connection, because the rest of the file is not read.
          reply.header('connection', 'close')
          throw new TooLarge(PICTURE_LIMIT.message)
        }
        return receivePicture(services, { body, admin: getActor(request) })
      },
    })
  })

  call(app, 'GET /admin/pictures/:id', {
    access: 'admin',
    operationId: 'getPicture',
    summary: 'Whether an uploaded picture is ready',
    params: IdParams,
    response: UploadedPicture,
    handler: (request) => getPicture(services.db, request.params.id),
  })
}

const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** Serves pictures if nginx has no folder for them. Names contain a hash of the content, so caches may keep them for good. */
export function registerPictures(app: FastifyInstance, env: StoreSettings): void {
  app.get<{ Params: { file: string } }>('/pictures/:file', async (request, reply) => {
    const [, ending = ''] = /^[0-9a-f]{32}-\w+\.(avif|webp|jpg)$/.exec(request.params.file) ?? []
    const bytes = ending ? await (await openObjects(env)).read(`pictures/${request.params.file}`) : undefined
    if (!bytes) throw new NotFound('Picture')
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Other websites may show it, for example in the shop's widget.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(TYPES[ending] ?? '')
        .send(await buffer(bytes))
    )
  })
}
