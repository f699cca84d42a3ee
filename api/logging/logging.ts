/** What the log may hold: named fields alone. No body, no cookie, no token, no query value ever gets there. */
import { hostname } from 'node:os'
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import pino from 'pino'
import type { Env } from '../env.ts'
import type { LogDestination } from './log-output.ts'

const DEEPEST_CAUSE = 3
/** Errors whose text quotes what was sent: a JSON parser's, a database's. */
const QUOTING_ERRORS = new Set(['SyntaxError', 'URIError'])

export function loggerOptions(env: Env, stream: LogDestination): FastifyServerOptions['logger'] {
  return {
    level: env.logLevel,
    serializers: { req: describeRequest, res: describeReply, err: describeFault, error: describeFault },
    stream,
  }
}

/**
 * One line a request, when it has ended; Fastify's own would be two. Put together here, as pino's lines are: pino does it
 * field by field, which takes a kept answer a twentieth longer.
 */
export class RequestLog extends LogController {
  readonly #output: LogDestination
  readonly #level: number
  readonly #isWritten: boolean
  readonly #process = { pid: process.pid, hostname: hostname() }

  constructor(env: Env, output: LogDestination) {
    super()
    const { values } = pino.levels
    this.#output = output
    this.#level = values[env.isProduction ? 'info' : 'debug'] ?? 0
    this.#isWritten = this.#level >= (values[env.logLevel] ?? Number.POSITIVE_INFINITY)
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.#isWritten) return
    const line = JSON.stringify({
      level: this.#level,
      time: Date.now(),
      pid: this.#process.pid,
      hostname: this.#process.hostname,
      reqId: request.id,
      method: request.method,
      url: withoutQueryValues(request.url ?? ''),
      remoteAddress: request.ip,
      route: request.routePath,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      code: request.refusalCode,
      err: error ? describeFault(error) : undefined,
      msg: 'request',
    })
    this.#output.write(`${line}\n`)
  }

  /** Refusals are on the request's line already, and faults are logged by `plugins/errors`. */
  override defaultErrorLog(): void {}
  override routeNotFound(): void {}
}

function describeRequest(request: FastifyRequest): Record<string, unknown> {
  return { method: request.method, url: withoutQueryValues(request.url ?? ''), remoteAddress: request.ip }
}

function describeReply(reply: { statusCode: number }): Record<string, unknown> {
  return { status: reply.statusCode }
}

/** `/api/admin/orders?q=anna&limit=5` → `/api/admin/orders?q&limit` */
export function withoutQueryValues(url: string): string {
  const [path = '', query] = url.split('?', 2)
  if (!query) return path
  // A name without a value may itself be what must not be kept.
  const pairs = query.split('&').filter((pair) => pair.includes('='))
  const names = pairs.map((pair) => pair.split('=', 1)[0])
  return names.length > 0 ? `${path}?${names.join('&')}` : path
}

interface Fault extends Error {
  code?: unknown
  constraint?: unknown
  table?: unknown
  severity?: unknown
  nativeError?: unknown
}

/** Fastify's types want all three; an error whose text is held back has an empty one. */
function describeFault(thrown: unknown) {
  return { type: 'unknown', message: '', stack: '', ...describeError(thrown) }
}

/** An error's kind, place and, where it quotes nothing that was sent, its text. */
export function describeError(thrown: unknown, depth = 0): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown }
  const error = thrown as Fault
  // Knex puts the whole statement with its values into the text.
  const isDatabase = error.severity !== undefined || error.nativeError !== undefined
  const isQuoting = isDatabase || QUOTING_ERRORS.has(error.name)
  return {
    type: error.name,
    // Objection wraps what the driver threw, which says more.
    ...pickText((error.nativeError as Fault | undefined) ?? error, ['code', 'constraint', 'table']),
    ...(!isQuoting && { message: error.message }),
    // The first lines of a stack are the text again.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined &&
      depth < DEEPEST_CAUSE && { cause: describeError(error.cause, depth + 1) }),
  }
}

function pickText(error: Fault, keys: ('code' | 'constraint' | 'table')[]): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = error[key]
      return typeof value === 'string' ? [[key, value]] : []
    }),
  )
}
