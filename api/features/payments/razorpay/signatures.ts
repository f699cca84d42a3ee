import { createHmac, timingSafeEqual } from 'node:crypto'

const SHORTEST_WEBHOOK_SECRET = 16

interface Secrets {
  keyId: string
  keySecret: string
  webhookSecret: string
}

/** @throws Error for an empty secret, with which anybody could sign */
export function assertSecrets({ keyId, keySecret, webhookSecret }: Secrets): void {
  if (!keyId.trim()) throw new Error('The payment provider needs a key id')
  if (!keySecret.trim()) throw new Error('The payment provider needs a key secret')
  if (webhookSecret.trim().length < SHORTEST_WEBHOOK_SECRET) {
    throw new Error(`The webhook secret must have at least ${SHORTEST_WEBHOOK_SECRET} characters`)
  }
}

/** Whether it has the form of a signature: 64 lower-case hex digits. */
export function isSignature(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
}

/** Compares in constant time. */
export function isSigned(content: string | Buffer, signature: string | undefined, secret: string): boolean {
  if (!isSignature(signature)) return false
  const expected = createHmac('sha256', secret).update(content).digest()
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
}
