/**
 * One call to the provider over HTTP. It replaces the SDK's axios, with which a process takes a tenth fewer purchases
 * (docs/performance.md) and which follows redirects.
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
  maxResponseBytes: number
}

/**
 * Follows no redirect, because that would send the key to another host. Any status is returned.
 * @returns the status and the text of the body
 * @throws Error, with a `code`, when the response is not complete in time
 */
export function callProvider(
  { method, url, headers, body }: Call,
  { timeoutMs, maxResponseBytes }: Bounds,
): Promise<{ status: number; text: string }> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = send(url, { method, headers: { ...headers, ...length } })
    const breakOff = (code: string) => request.destroy(Object.assign(new Error(code), { code }))
    const timer = setTimeout(breakOff, timeoutMs, 'ETIMEDOUT')
    request.once('close', () => clearTimeout(timer))
    request.once('error', reject)
    request.once('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (bytes > maxResponseBytes) breakOff('ERR_RESPONSE_TOO_LONG')
      })
      response.once('error', reject)
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() })
      })
    })
    request.end(body)
  })
}
