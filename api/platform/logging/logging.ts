/** Logging. Logs only listed fields: never a body, cookie, token or query value. */
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import pino, { type DestinationStream } from 'pino'
import type { Env } from '#api/platform/environment/env.ts'

const DEEPEST_CAUSE = 3
/** Errors whose message quotes the request, such as a JSON parser's; the message is not logged. */
const QUOTING_ERRORS = new Set(['SyntaxError', 'URIError'])

export function loggerOptions(env: Env, stream: DestinationStream): FastifyServerOptions['logger'] {
  return {
    level: env.logLevel,
    serializers: { req: describeRequest, res: describeReply, err: describeFault, error: describeFault },
    stream,
  }
}

/** All requests share the app's logger, because a child logger per request takes time. */
export const shareLogger = (logger: FastifyBaseLogger): FastifyBaseLogger => logger

export const createRequestId = (): string => crypto.randomUUID()

/** Logs one line per request, when it has ended. */
export class RequestLog extends LogController {
  readonly #level: 'info' | 'debug'

  constructor(env: Env) {
    super()
    this.#level = env.isProduction ? 'info' : 'debug'
  }

  override incomingRequest(): void {}

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const fields = {
      reqId: request.id,
      method: request.method,
      remoteAddress: request.ip,
      // The signed-in user, or the one who has just signed in.
      userId: request.user?.id ?? request.session?.userId,
      keyId: request.apiKey?.id,
      route: request.routeOptions.url,
      status: reply.statusCode,
      code: request.refusalCode,
      url: withoutQueryValues(request.url),
      ms: Math.round(reply.elapsedTime),
    }
    reply.log[this.#level](fields, 'request')
  }

  /** Silences Fastify's own error line: the request's line has the refusal code, and `plugins/errors` logs faults. */
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
  // A parameter without a value may itself be a secret.
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

/** Fastify's types require all three fields; a text that must not be logged stays empty. */
function describeFault(thrown: unknown) {
  return { type: 'unknown', message: '', stack: '', ...describeError(thrown) }
}

/** Kind, stack and, unless it quotes the request, message of an error. */
export function describeError(thrown: unknown, depth = 0): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown }
  const error = thrown as Fault
  // Knex puts the whole statement with its values into the message.
  const isDatabase = error.severity !== undefined || error.nativeError !== undefined
  const isQuoting = isDatabase || QUOTING_ERRORS.has(error.name)
  return {
    type: error.name,
    // Objection wraps the driver's error, which has more fields.
    ...pickText((error.nativeError as Fault | undefined) ?? error, ['code', 'constraint', 'table']),
    ...(!isQuoting && { message: error.message }),
    // The first lines of a stack repeat the message.
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

/** Lines are written in batches: one system call per line would slow every response down. */
const MIN_BYTES = 8_192
const FLUSH_INTERVAL_MS = 250

/** Standard output. A process that exits or crashes loses no line; a killed one loses the last quarter of a second. */
export function openLogOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: true,
    minLength: MIN_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  })
  process.once('exit', () => output.flushSync())
  return output
}
