/** Sends one message to an address that somebody else has chosen. */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { findFault, findTarget, type Resolve } from './public-address.ts'

/** For the whole exchange; a status that has come within it counts, also where the rest has not. */
const TIME_LIMIT_MS = 10_000
/** More of a response is neither read nor stored. */
const EXCERPT_CHARACTERS = 200

export interface Outcome {
  /** Null: nobody responded. */
  status: number | null
  /** The beginning of the response, or why there was none. */
  response: string
}

export interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

export interface SendOptions {
  /** Private networks and http://, too. */
  arePrivateAllowed: boolean
  timeLimitMs?: number
  resolve?: Resolve
}

/** Redirects are not followed: they are responses like others. Never throws. */
export async function sendMessage(message: Message, options: SendOptions): Promise<Outcome> {
  try {
    return await exchange(message, options)
  } catch (error) {
    return { status: null, response: describe(error) }
  }
}

async function exchange(
  { url: text, headers, body }: Message,
  { arePrivateAllowed, timeLimitMs = TIME_LIMIT_MS, resolve }: SendOptions,
): Promise<Outcome> {
  const fault = findFault(text, arePrivateAllowed)
  if (fault) throw new Error(fault)
  const url = new URL(text)
  const target = await findTarget(url, arePrivateAllowed, resolve)
  const { request } = url.protocol === 'https:' ? https : http
  const response = await new Promise<IncomingMessage>((respond, fail) => {
    request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own, to the address that was checked.
      agent: false,
      lookup: (_hostname, { all }, found) =>
        all ? found(null, [target]) : found(null, target.address, target.family),
      signal: AbortSignal.timeout(timeLimitMs),
    })
      .on('response', respond)
      .on('error', fail)
      .end(body)
  })
  return { status: response.statusCode ?? null, response: await readExcerpt(response) }
}

async function readExcerpt(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  try {
    // Leaving the loop destroys the response.
    for await (const part of response) {
      text += part
      if (text.length >= EXCERPT_CHARACTERS) break
    }
  } catch {
    // Its status has said whether the message arrived; of the rest what has come is enough.
  }
  // PostgreSQL stores neither NUL nor lone surrogates.
  return text.slice(0, EXCERPT_CHARACTERS).replaceAll('\u0000', '').toWellFormed()
}

const REASONS: Readonly<Record<string, string>> = {
  ABORT_ERR: 'No response within 10 seconds',
  ENOTFOUND: 'The name of the address is not known',
  EAI_AGAIN: 'The name of the address could not be looked up',
  ECONNREFUSED: 'Nobody listens at the address',
  ECONNRESET: 'The connection was broken off',
}

function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (code && REASONS[code]) || message.slice(0, EXCERPT_CHARACTERS)
}
