import { createHash } from 'node:crypto'

/** The value of `payments.provider` in the demo, whose sandbox simulates this provider. */
export const DEMO_PROVIDER = 'razorpay'

/** Makes an id like the provider's. It is the same at every seeding. */
export function demoProviderId(prefix: 'order' | 'pay' | 'rfnd' | 'disp', label: string): string {
  return `${prefix}_demo${createHash('sha256').update(label).digest('hex').slice(0, 10)}`
}
