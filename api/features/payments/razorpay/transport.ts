/**
 * One call to the provider over HTTP. Ours, and in the place of the SDK's axios, which copies every call through six streams and
 * half a dozen configurations: a third of what a purchase cost this process.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

export interface Call {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** JSON. */
  body?: string
}

export interface Bounds {
  /** For the whole call, from connecting to the last byte. */
  timeoutMs: number
  maxAnswerBytes: number
}

/**
 * Follows no redirect: the key goes to nobody the provider names. Any status is an answer.
 * @returns the text of the answer's body
 * @throws Error, with a `code`, when there is no whole answer in time
 */
export function callProvider(
  { method, url, headers, body }: Call,
  { timeoutMs, maxAnswerBytes }: Bounds,
): Promise<{ status: number; text: string }> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = send(url, { method, headers: { ...headers, ...length } })
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
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() })
      })
    })
    request.end(body)
  })
}
