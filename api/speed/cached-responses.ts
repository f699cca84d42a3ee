/**
 * Sends a cached response once more before Fastify sees the request: its router, hooks and reply take a third of such a
 * request's time (docs/performance.md). Only a repetition is sent here. A first or a conditional request, and one that comes
 * while the process stops, goes through Fastify.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { compile, default as readAddress } from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { chooseVariant, type Variant } from '../http/variants.ts'
import { createRequestId, type RequestLog } from '../logging/logging.ts'

interface SentResponse {
  route: string
  headers: OutgoingHttpHeaders
}
const sentResponses = new WeakMap<Variant, SentResponse>()

/** @param reply that has been sent with this variant; its headers must be the same for every caller */
export function rememberResponse(variant: Variant, reply: FastifyReply): void {
  const { url } = reply.request.routeOptions
  if (reply.statusCode !== 200 || url === undefined || reply.server.isClosing) return
  const headers = { ...reply.getHeaders(), 'content-length': variant.body.length }
  sentResponses.set(variant, { route: url, headers: headers as OutgoingHttpHeaders })
}

interface Options {
  /** @returns the cached variants of exactly this URL */
  findCached: (url: string) => readonly Variant[] | undefined
  trustProxy: string | undefined
  requestLog: RequestLog
}

export function sendCachedFirst(app: FastifyInstance, { findCached, trustProxy, requestLog }: Options): void {
  const isTrusted = compile(trustProxy?.split(',').map((address) => address.trim()) ?? [])

  /** @returns false where Fastify must respond */
  function sendCached(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request
    if (method !== 'GET' || headers['if-none-match'] !== undefined || app.isClosing) return false
    const variants = findCached(url)
    const variant = variants && chooseVariant(request, variants)
    const sent = variant && sentResponses.get(variant)
    if (!sent) return false
    const startMs = performance.now()
    response.once('finish', () => {
      const elapsedMs = performance.now() - startMs
      const completed = { method, url, route: sent.route, status: 200, elapsedMs }
      app.observeRequest(completed)
      requestLog.write(app.log, {
        ...completed,
        reqId: createRequestId(),
        remoteAddress: readAddress(request, isTrusted),
      })
    })
    response.writeHead(200, sent.headers).end(variant.body)
    return true
  }

  app.addHook('onReady', async () => {
    const listeners = app.server.listeners('request') as ((...args: unknown[]) => void)[]
    app.server.removeAllListeners('request')
    app.server.on('request', (request, response) => {
      if (sendCached(request, response)) return
      for (const listener of listeners) listener.call(app.server, request, response)
    })
  })
}
