/** Runs the payment sandbox as a server of its own: `node api/demo/sandbox/main.ts`. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import * as z from 'zod'
import { registerSandbox } from './sandbox.ts'

const HOST = '127.0.0.1'

const Variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4322),
  RAZORPAY_KEY_ID: z.string('is missing').min(1),
  RAZORPAY_KEY_SECRET: z.string('is missing').min(1),
  RAZORPAY_WEBHOOK_SECRET: z.string('is missing').min(16, 'must have at least 16 characters'),
  WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be a URL' }).optional(),
  /** Empty: the state is in memory only. */
  STATE_FILE: z.string().default('.data/razorpay-sandbox.json'),
})

async function main(): Promise<void> {
  const variables = Variables.safeParse(process.env)
  if (!variables.success) {
    throw new Error(
      variables.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'),
    )
  }
  const env = variables.data
  const app = Fastify()
  const stop = () => void app.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  await app.register(registerSandbox, {
    keyId: env.RAZORPAY_KEY_ID,
    keySecret: env.RAZORPAY_KEY_SECRET,
    webhookSecret: env.RAZORPAY_WEBHOOK_SECRET,
    ...(env.WEBHOOK_URL && { webhookUrl: env.WEBHOOK_URL }),
    stateFile: env.STATE_FILE || undefined,
  })
  await app.listen({ host: HOST, port: env.PORT })
  const address = app.server.address() as AddressInfo
  process.stdout.write(`sandbox listening on http://${HOST}:${address.port}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
