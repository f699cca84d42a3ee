import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody } from '../contract/errors.ts'
import { DomainError } from '../errors.ts'

const FRAMEWORK_ERRORS: Record<number, { code: string; message: string }> = {
  400: { code: 'malformed', message: 'The request could not be read' },
  404: { code: 'not_found', message: 'Not found' },
  413: { code: 'too_large', message: 'The request is too large' },
  415: { code: 'not_json', message: 'Send JSON with a JSON content type' },
  503: { code: 'overloaded', message: 'The shop is busy, please try again in a moment' },
}

/** One shape for every refusal; what is not meant for people stays in the log. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | DomainError, request, reply) => {
    if (error instanceof DomainError) {
      const { retryAfterSeconds, ...details } = error.details
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
      return refuse(request, reply, error.status, { code: error.code, message: error.message, ...details })
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      // A path that names nothing is unknown, whatever its shape.
      if (error.validationContext === 'params') {
        return refuse(request, reply, 404, { code: 'not_found', message: 'Not found' })
      }
      const issues = error.validation.map(({ instancePath, message }) => ({
        path: instancePath.slice(1).replaceAll('/', '.'),
        message: message ?? 'Invalid input',
      }))
      const message = issues[0]?.message ?? 'Invalid input'
      return refuse(request, reply, 400, { code: 'invalid_input', message, issues })
    }
    const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
    const known = FRAMEWORK_ERRORS[status] ?? (status < 500 ? FRAMEWORK_ERRORS[400] : undefined)
    if (known) return refuse(request, reply, status, known)
    request.log.error({ err: error }, 'request failed')
    return refuse(request, reply, 500, {
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
    })
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, status: number, body: ErrorBody): FastifyReply {
  const answer: ErrorBody = { ...body, requestId: request.id }
  // Serialised here, because a route's schemas describe its own answers only.
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer)
}
