import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../base/errors.ts'
import { openObjects, type StoreSettings } from '../../storage/open.ts'

const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** Serves the pictures that nginx has no folder of. A file's name holds the hash of its content, so caches may keep it for good. */
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
