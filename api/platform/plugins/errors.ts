import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#api/contract/platform/errors.ts'
import { DomainError, OVERLOADED } from '#api/platform/errors.ts'
import { isDatabaseDown } from '#api/platform/http/database-down.ts'
import { isOfBucket } from '#api/platform/storage/storage.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Error `code` of the refusal, for the log and the rate limits. */
    refusalCode: string | undefined
  }
}

type Refusal = Pick<ErrorBody, 'code' | 'message'>

const MALFORMED: Refusal = { code: 'malformed', message: 'The request could not be read' }
const NOT_FOUND: Refusal = { code: 'not_found', message: 'Not found' }
const FRAMEWORK_ERRORS: Record<number, Refusal> = {
  400: MALFORMED,
  404: NOT_FOUND,
  408: { code: 'too_slow', message: 'The request took too long to arrive' },
  413: { code: 'too_large', message: 'The request is too large' },
  // A path parameter longer than any existing value.
  414: NOT_FOUND,
  415: { code: 'not_json', message: 'Send JSON with a JSON content type' },
  431: { code: 'headers_too_large', message: "The request's headers are too large" },
  503: OVERLOADED,
}
const RETRY_AFTER_SECONDS = 5

/** Gives every refusal the same shape. Internal details go to the log only. */
export function registerErrors(app: FastifyInstance): void {
  app.decorateRequest('refusalCode', undefined)
  app.setErrorHandler((error: FastifyError | DomainError, request, reply) => {
    if (error instanceof DomainError) {
      const { retryAfterSeconds, ...details } = error.details
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
      return refuse(request, reply, error.status, { code: error.code, message: error.message, ...details })
    }
    if (error.validation) {
      // A malformed path parameter means that the path does not exist.
      if (error.validationContext === 'params') return refuse(request, reply, 404, NOT_FOUND)
      const issues = readIssues(error.validation)
      const message = issues[0]?.message ?? 'Invalid input'
      return refuse(request, reply, 400, { code: 'invalid_input', message, issues })
    }
    const isFromBucket = isOfBucket(error)
    if (isFromBucket || isDatabaseDown(error)) {
      const what = isFromBucket ? 'the bucket did not do it' : 'the database cannot be reached'
      request.log.error({ reqId: request.id, err: error }, what)
      reply.header('retry-after', RETRY_AFTER_SECONDS)
      return refuse(request, reply, 503, OVERLOADED)
    }
    const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
    // The static file plugin responds 403 to impossible paths, such as one with NUL. Treat them as unknown.
    if (status === 403) return reply.callNotFound()
    const known = FRAMEWORK_ERRORS[status] ?? (status < 500 ? MALFORMED : undefined)
    if (known) {
      if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
      return refuse(request, reply, known === NOT_FOUND ? 404 : status, known)
    }
    request.log.error({ reqId: request.id, err: error }, 'request failed')
    return refuse(request, reply, 500, {
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
    })
  })
}

/** Removes duplicates: a value may break two rules with the same message. */
function readIssues(faults: readonly { instancePath: string; message?: string }[]) {
  const issues = faults.map(({ instancePath, message }) => ({
    path: instancePath.slice(1).replaceAll('/', '.'),
    message: message ?? 'Invalid input',
  }))
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}

export function respondNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return refuse(request, reply, 404, NOT_FOUND)
}

/** Response for a URL that cannot be routed. No hook has run, so headers are set here. */
export function respondUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode === 414 ? 404 : 400
  reply.header('x-content-type-options', 'nosniff')
  refuse(request, reply, status, FRAMEWORK_ERRORS[status] ?? MALFORMED)
}

/** Responds on the raw socket when there is no valid request: not HTTP, too slow, or headers too large. */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statusOf(error.code)
  if (socket.writable) {
    const body = JSON.stringify({
      ...(FRAMEWORK_ERRORS[status] ?? MALFORMED),
      requestId: crypto.randomUUID(),
    })
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroy(error)
}

function statusOf(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

function refuse(request: FastifyRequest, reply: FastifyReply, status: number, body: ErrorBody): FastifyReply {
  request.refusalCode = body.code
  const response: ErrorBody = { ...body, requestId: request.id }
  // Serialised here, because a route's schemas only describe its own responses.
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(response)
}
