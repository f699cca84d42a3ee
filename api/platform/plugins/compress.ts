import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

/** Shorter responses fit into one packet uncompressed. */
const SMALLEST_LENGTH = 1_400
/** The best quality is only slightly smaller and takes about a hundred times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compresses responses of these routes. Streams (files, exports) stay uncompressed. */
export function registerCompression(routes: FastifyInstance): void {
  routes.addHook('onSend', async (request, reply, payload) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || payload.length < SMALLEST_LENGTH) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
    if (!encoding) return payload
    const body = await (encoding === 'br' ? toBrotli(payload, BROTLI) : toGzip(payload))
    reply.header('content-encoding', encoding).header('content-length', body.length)
    return body
  })
}
