/** Signatures as Standard Webhooks has them (https://www.standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

export const makeSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** As receivers are given it. */
export const writeSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

/** @param secrets each signs, so that receivers may exchange one for the other in their own time */
export function signMessage(
  secrets: readonly Buffer[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
