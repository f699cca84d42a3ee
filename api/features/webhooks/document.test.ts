/** Runs the program in docs/webhooks.md. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort } from '../../../db/connection/ports.ts'
import { ROOT } from '../../../db/testing/node-process.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { sendMessage } from './send.ts'
import { makeSecret, signMessage, writeSecret } from './signature.ts'

test('a signature is that of the example which the standard’s libraries publish', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  }
  expect(signMessage([secret], message)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('the example for integrators takes what the shop signs, once, and refuses all else', async () => {
  const document = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8')
  const [, program = ''] = /```js\n(.*?)```/s.exec(document) ?? []
  const [, json = ''] = /```json\n(.*?)```/s.exec(document) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'shop-receiver-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'receiver.mjs'), program)
  const secret = makeSecret()
  const port = await findFreePort()
  const receiver = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { PORT: String(port), WEBHOOK_SECRET: writeSecret(secret) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  receiver.stdout.on('data', (text) => {
    printed += text
  })
  const body = JSON.stringify(JSON.parse(json))
  const send = async (key: Buffer) => {
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = signMessage([key], { id: 'msg_1', timestamp, body })
    return (
      await sendMessage({ url: `http://127.0.0.1:${port}/`, headers, body }, { arePrivateAllowed: true })
    ).status
  }
  try {
    await waitUntil(async () => (await send(makeSecret())) === 400)
    expect([await send(secret), await send(secret)]).toEqual([204, 204])
    await waitUntil(() => printed !== '')
    expect(printed).toBe('order.paid INV-42\n')
  } finally {
    receiver.kill()
    await rm(folder, { recursive: true })
  }
})
