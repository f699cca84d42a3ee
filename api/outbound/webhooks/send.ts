/** Sends one webhook message and reads the response. */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { findFault, findTarget, type Resolve } from './public-address.ts'

/** For the whole exchange. A status that arrives in time counts, even if the body does not arrive. */
const TIME_LIMIT_MS = 10_000
/** Characters of a response that are read and stored. */
const EXCERPT_CHARACTERS = 200

export interface Outcome {
  /** null: no response. */
  status: number | null
  /** Start of the response body, or why there was no response. */
  response: string
}

export interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

export interface SendOptions {
  /** Also allows private networks and http://. */
  arePrivateAllowed: boolean
  timeLimitMs?: number
  resolve?: Resolve
}

/** Sends without following redirects. Never throws: an error is an outcome without a status. */
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
      // A new connection, to exactly the address that was checked.
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
    // Breaking out of the loop destroys the response.
    for await (const part of response) {
      text += part
      if (text.length >= EXCERPT_CHARACTERS) break
    }
  } catch {
    // The status decides whether it has arrived; a body that breaks off is shown as far as it arrived.
  }
  // PostgreSQL stores neither NUL nor lone surrogates.
  return text.slice(0, EXCERPT_CHARACTERS).replaceAll('\u0000', '').toWellFormed()
}

const REASONS: Readonly<Record<string, string>> = {
  ABORT_ERR: 'No response within 10 seconds',
  ENOTFOUND: 'The host name is unknown',
  EAI_AGAIN: 'The host name could not be looked up',
  ECONNREFUSED: 'No server answers at the address',
  ECONNRESET: 'The connection was interrupted',
}

function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (code && REASONS[code]) || message.slice(0, EXCERPT_CHARACTERS)
}
