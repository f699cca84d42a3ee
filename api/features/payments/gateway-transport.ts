/**
 * One call to the provider over HTTP, as an adapter of axios, which the SDK calls with. Ours, because axios' own copies every
 * call through six streams: a third of what a purchase cost this process.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** The part used here of what axios hands to an adapter. */
export interface Call {
  method?: string
  headers: { toJSON(): Record<string, string> }
  /** JSON already. */
  data?: string
  auth?: { username: string; password: string }
}

export interface Reply {
  status: number
  data: string
}

export interface Bounds {
  /** For the whole call, from connecting to the last byte. */
  timeoutMs: number
  maxAnswerBytes: number
}

/**
 * Follows no redirect: the key goes to nobody the provider names. Any status is a reply.
 * @throws Error, with a `code`, when there is no whole answer in time
 */
export function callProvider(url: URL, call: Call, { timeoutMs, maxAnswerBytes }: Bounds): Promise<Reply> {
  const { method = 'get', headers, data, auth } = call
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: method.toUpperCase(),
      headers: {
        ...headers.toJSON(),
        ...(data !== undefined && { 'content-length': Buffer.byteLength(data) }),
      },
      ...(auth && { auth: `${auth.username}:${auth.password}` }),
    })
    const breakOff = (code: string) => request.destroy(Object.assign(new Error(code), { code }))
    const timer = setTimeout(breakOff, timeoutMs, 'ETIMEDOUT')
    request.once('close', () => clearTimeout(timer))
    request.once('error', reject)
    request.once('response', (answer) => {
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (bytes > maxAnswerBytes) breakOff('ERR_ANSWER_TOO_LONG')
      })
      answer.once('error', reject)
      answer.once('end', () => {
        resolve({ status: answer.statusCode ?? 0, data: Buffer.concat(parts).toString() })
      })
    })
    request.end(data)
  })
}
