import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '#api/testing/wait-until.ts'
import { NodeProcess } from '#db/testing/node-process.ts'
import { CREDENTIALS } from './testing/credentials.ts'
import { connectTo, makeTempDir, type RunningSandbox } from './testing/running-sandbox.ts'
import { receiveWebhooks } from './testing/webhook-receiver.ts'

interface Standalone extends RunningSandbox {
  process: NodeProcess
  line: string
}

const envOf = (stateFile: string) => ({
  PORT: '0',
  RAZORPAY_KEY_ID: CREDENTIALS.keyId,
  RAZORPAY_KEY_SECRET: CREDENTIALS.keySecret,
  RAZORPAY_WEBHOOK_SECRET: CREDENTIALS.webhookSecret,
  STATE_FILE: stateFile,
})

function startMain(env: Record<string, string>): NodeProcess {
  const main = NodeProcess.spawn({
    args: ['api/demo/sandbox/main.ts'],
    readyOutput: 'sandbox listening',
    env,
  })
  onTestFinished(() => main.kill())
  return main
}

async function startStandalone(stateFile: string, env: Record<string, string> = {}): Promise<Standalone> {
  const main = startMain({ ...envOf(stateFile), ...env })
  await main.untilReady()
  const [line = ''] = main.output.split('\n')
  return { ...connectTo(line.replace('sandbox listening on ', '')), process: main, line }
}

async function failToStart(env: Record<string, string>): Promise<{ code: number | null; errors: string }> {
  const main = startMain(env)
  return { code: await main.untilExit(), errors: main.output }
}

describe('the sandbox on its own', () => {
  test('says where it listens and serves Razorpay’s API there', async () => {
    const sandbox = await startStandalone(join(await makeTempDir(), 'state.json'))
    expect(sandbox.line).toMatch(/^sandbox listening on http:\/\/127\.0\.0\.1:\d+$/)
    expect(await sandbox.makeOrder()).toMatchObject({ entity: 'order' })
    expect((await fetch(`${sandbox.url}/v1/checkout.js`)).status).toBe(200)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('stops cleanly on %s', async (signal) => {
    const sandbox = await startStandalone(join(await makeTempDir(), 'state.json'))
    await sandbox.makeOrder()
    expect(await sandbox.process.terminate(signal)).toBe(0)
  })

  test('names every variable that is missing and does not start', async () => {
    const { code, errors } = await failToStart({ PORT: '0' })
    expect(code).toBe(1)
    expect(errors).toContain('RAZORPAY_KEY_ID')
    expect(errors).toContain('RAZORPAY_KEY_SECRET')
    expect(errors).toContain('RAZORPAY_WEBHOOK_SECRET')
  })

  test('does not start on a file that is not its state, and leaves it as it is', async () => {
    const stateFile = join(await makeTempDir(), 'state.json')
    await writeFile(stateFile, '{"somebody": "else’s"}')
    const { code, errors } = await failToStart(envOf(stateFile))
    expect(code).toBe(1)
    expect(errors).toContain('is not a state of this payment sandbox')
    expect(await readFile(stateFile, 'utf8')).toBe('{"somebody": "else’s"}')
  })
})

describe('a sandbox killed with SIGKILL', () => {
  test('knows orders, payments, refunds and idempotency keys again', async () => {
    const stateFile = join(await makeTempDir(), 'state.json')
    const before = await startStandalone(stateFile)
    const order = await before.makeOrder({ receipt: 'rcpt_1' })
    const { razorpay_payment_id: paymentId } = await before.pay(order.id)
    const refund = await before.refund(paymentId, 900, 'key-number-1')
    await before.process.kill()

    const after = await startStandalone(stateFile)
    const { sdk } = after
    expect((await sdk.orders.all({ receipt: 'rcpt_1' })).items).toMatchObject([
      { id: order.id, status: 'paid' },
    ])
    expect(await sdk.payments.fetch(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 900 })
    expect(await sdk.refunds.fetch(String(refund.body.id))).toEqual({
      ...refund.body,
      acquirer_data: { arn: expect.stringMatching(/^\d{23}$/) },
    })
    expect(await after.refund(paymentId, 900, 'key-number-1')).toEqual(refund)
  })

  test('sends the events that were not sent yet', async () => {
    const stateFile = join(await makeTempDir(), 'state.json')
    const receiver = await receiveWebhooks()
    receiver.respondNext(500, 500, 500)
    const env = { WEBHOOK_URL: receiver.url }
    const before = await startStandalone(stateFile, env)
    await before.pay((await before.makeOrder()).id)
    await waitUntil(() => receiver.received.length >= 3)
    await before.process.kill()
    const seenBefore = receiver.received.length

    await startStandalone(stateFile, env)
    await waitUntil(() => receiver.received.length >= seenBefore + 3)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3)
  })

  test('at any moment loses nothing it had confirmed', async () => {
    const stateFile = join(await makeTempDir(), 'state.json')
    const acknowledged = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      const sandbox = await startStandalone(stateFile)
      const buyers = Array.from({ length: 8 }, async () => {
        for (;;) {
          const order = await sandbox.makeOrder()
          acknowledged.add(order.id)
        }
      })
      const before = acknowledged.size
      await waitUntil(() => acknowledged.size > before + 4)
      // Kills the sandbox at a random moment: running calls lose their connection.
      setTimeout(() => void sandbox.process.kill(), Math.random() * 120)
      await Promise.allSettled(buyers)
    }
    const stored = JSON.parse(await readFile(stateFile, 'utf8'))
    const storedIds = new Set(stored.orders.map(({ entity }: { entity: { id: string } }) => entity.id))
    expect([...acknowledged].filter((id) => !storedIds.has(id))).toEqual([])
    const { sdk } = await startStandalone(stateFile)
    expect((await sdk.orders.all({ count: 1 })).count).toBe(1)
  })
})
