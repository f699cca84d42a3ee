/**
 * The official SDK made safe to call. By itself it has no time-out, turns a lost connection into a TypeError, throws objects
 * that are no errors and trusts every answer.
 */
import Razorpay from 'razorpay'
import * as z from 'zod'
import { GatewayRejected, GatewayUnavailable } from './gateway-errors.ts'
import { type Call, callProvider, type Reply as TransportReply } from './gateway-transport.ts'

const MAX_ANSWER_BYTES = 2 * 1024 * 1024
/** Refusals that leave open what became of the call: 409 is a refund whose first request is still being worked on. */
const UNDECIDED_STATUSES = new Set([408, 409, 425, 429])

export interface ClientConfig {
  keyId: string
  keySecret: string
  /** Without the `/v1`, which the SDK adds. */
  apiUrl?: string
  timeoutMs: number
}

export interface GatewayClient {
  readonly sdk: Razorpay
  /** For what the SDK has no method or no parameter for. `path` begins with `/v1`. */
  post(path: string, body: unknown, headers: Record<string, string>): Promise<unknown>
  /**
   * Makes one call and reads its answer.
   * @param isAsked whether it is about what was asked for
   * @throws GatewayUnavailable, GatewayRejected
   */
  ask<Schema extends z.ZodType>(
    schema: Schema,
    call: () => Promise<unknown>,
    isAsked?: (answer: z.output<Schema>) => boolean,
  ): Promise<z.output<Schema>>
}

/** What the interceptors make of every outcome, so that none reaches the SDK's own error handling. */
type Reply = { status: number; body: unknown } | { status: undefined; reason: string }

/** The part used here of the SDK's axios instance, which its types do not show. */
interface AxiosInstance {
  defaults: {
    baseURL?: string
    validateStatus?: () => boolean
    adapter?: (call: Call) => Promise<TransportReply & { headers: object; config: Call }>
  }
  interceptors: {
    response: {
      use(
        onAnswer: (answer: { status: number; data: unknown }) => object,
        onFailure: (error: unknown) => object,
      ): void
    }
  }
  getUri(call: Call): string
  post(path: string, body: unknown, config: { headers: Record<string, string> }): Promise<{ data: unknown }>
}

const Refusal = z.object({ error: z.object({ code: z.string().min(1), description: z.string() }) })

export function createGatewayClient({ keyId, keySecret, apiUrl, timeoutMs }: ClientConfig): GatewayClient {
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret })
  const { rq } = sdk.api as unknown as { rq: AxiosInstance }
  const bounds = { timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES }
  Object.assign(rq.defaults, {
    // The constructor takes no such option.
    ...(apiUrl && { baseURL: apiUrl }),
    validateStatus: () => true,
    adapter: async (call) => ({
      ...(await callProvider(new URL(rq.getUri(call)), call, bounds)),
      headers: {},
      config: call,
    }),
  } satisfies AxiosInstance['defaults'])
  rq.interceptors.response.use(
    (answer) => ({ data: { status: answer.status, body: answer.data } satisfies Reply }),
    (error) => ({ data: { status: undefined, reason: nameOf(error) } satisfies Reply }),
  )

  return {
    sdk,
    async post(path, body, headers) {
      const { data } = await rq.post(path, body, { headers })
      return data
    },
    async ask(schema, call, isAsked = () => true) {
      const reply = (await call()) as Reply
      if (reply.status === undefined) throw new GatewayUnavailable(reply.reason)
      const answer = readReply(schema, reply.status, reply.body)
      if (!isAsked(answer)) throw new GatewayUnavailable('an answer about something else')
      return answer
    },
  }
}

function readReply<Schema extends z.ZodType>(
  schema: Schema,
  status: number,
  body: unknown,
): z.output<Schema> {
  const isRefusal = status >= 400 && status < 500 && !UNDECIDED_STATUSES.has(status)
  if (isRefusal) {
    const refusal = Refusal.safeParse(body)
    // Something between us and the provider, then.
    if (!refusal.success) throw new GatewayUnavailable(`status ${status} without the provider's error`)
    throw new GatewayRejected({ status, ...refusal.data.error })
  }
  if (status < 200 || status >= 300) throw new GatewayUnavailable(`status ${status}`)
  const answer = schema.safeParse(body)
  if (answer.success) return answer.data
  const fields = answer.error.issues.map(({ path }) => path.join('.') || 'answer')
  throw new GatewayUnavailable(`an answer that cannot be read: ${fields.join(', ')}`)
}

/** Only the name of what went wrong: axios' error holds the request, and that holds the key. */
function nameOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'no connection'
}
