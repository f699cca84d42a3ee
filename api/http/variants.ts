/** Response bodies in the encodings that clients accept, each with the ETag of its own bytes. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import Negotiator from 'negotiator'

/** The best first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

export interface Variant {
  body: Buffer
  /** Unset: the body is not compressed. */
  encoding?: Encoding | undefined
  /** Strong. */
  etag: string
}

/** The best quality makes a body only a little smaller and takes about a hundred times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** @param body as it is sent: in that encoding already */
export function createVariant(body: Buffer, encoding?: Encoding): Variant {
  const hash = createHash('sha1').update(body).digest('base64url')
  return { body, encoding, etag: `"${hash}"` }
}

/** @param body not compressed yet */
export async function compress(body: Buffer, encoding: Encoding | undefined): Promise<Variant> {
  if (encoding === undefined) return createVariant(body)
  return createVariant(await (encoding === 'br' ? toBrotli(body, BROTLI) : toGzip(body)), encoding)
}

/**
 * @param offered the best first
 * @returns the first of them that the client accepts; undefined where it accepts none
 */
export function chooseEncoding(
  { headers }: Pick<IncomingMessage, 'headers'>,
  offered: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (headers['accept-encoding'] === undefined) return undefined
  const accepted = new Negotiator({ headers }).encodings([...offered])
  return offered.find((encoding) => accepted.includes(encoding))
}

/**
 * @param variants the best first; one of them is not compressed
 * @throws Error where all are compressed
 */
export function chooseVariant(
  request: Pick<IncomingMessage, 'headers'>,
  variants: readonly Variant[],
): Variant {
  const offered = variants.flatMap(({ encoding }) => encoding ?? [])
  const chosen = chooseEncoding(request, offered)
  const variant = variants.find(({ encoding }) => encoding === chosen)
  if (!variant) throw new Error('There is no variant that is not compressed')
  return variant
}

/** Sends 304 to a client that has this variant already. Type and caching are the caller's to set. */
export function sendVariant(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, encoding, etag }: Variant,
): FastifyReply {
  reply.headers({ etag, vary: 'accept-encoding' })
  if (reply.statusCode === 200 && fresh(request.headers, { etag })) return reply.status(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
}
