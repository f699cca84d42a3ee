/** Signs messages according to Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

export const makeSecret = (): Buffer => randomBytes(SECRET_BYTES)

export const writeSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

/** @param secrets every one signs, so that receivers can switch from the former to the new one at any time */
export function signMessage(
  secrets: readonly Buffer[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  const signature = signatures.join(' ')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
}
