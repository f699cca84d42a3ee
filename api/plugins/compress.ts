import type { FastifyInstance } from 'fastify'
import { chooseEncoding, compress } from '../http/variants.ts'

/** A smaller response fits in one packet either way. */
const SMALLEST_BYTES = 1_400

/** Compresses the JSON of these calls. Streams (exports) are sent as they come. */
export function registerCompression(calls: FastifyInstance): void {
  calls.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || Buffer.byteLength(payload) < SMALLEST_BYTES) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request.raw)
    if (!encoding) return payload
    const { body } = await compress(Buffer.from(payload), encoding)
    reply.header('content-encoding', encoding).header('content-length', body.length)
    return body
  })
}
