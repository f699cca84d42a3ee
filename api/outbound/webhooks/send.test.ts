import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitUntil } from '#api/testing/wait-until.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { findFault, findTarget, isPublicAddress } from './public-address.ts'
import { sendMessage } from './send.ts'
import { makeSecret, signMessage, writeSecret } from './signature.ts'
import { openReceiver } from './testing/receiver.ts'

const receiver = openReceiver()
const message = (url = receiver.url) => ({ url, headers: { 'webhook-id': 'msg_1' }, body: '{"a":1}' })
const OPEN = { arePrivateAllowed: true }

test('a message arrives with its headers and its body', async () => {
  expect(await sendMessage(message(), OPEN)).toEqual({ status: 200, response: 'ok' })
  expect(receiver.received).toMatchObject([
    { headers: { 'webhook-id': 'msg_1', 'content-length': '7' }, body: '{"a":1}', path: '/hooks' },
  ])
})

test('nothing is sent to this machine, by its address or by a name that leads to it', async () => {
  expect(await sendMessage(message(), { arePrivateAllowed: false })).toMatchObject({ status: null })
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const outcome = await sendMessage(message(`https://hooks.example.com:${receiver.port}/`), {
    arePrivateAllowed: false,
    resolve,
  })
  expect(outcome).toEqual({
    status: null,
    response: 'hooks.example.com leads to 127.0.0.1, which is not on the public internet',
  })
  expect(receiver.received).toEqual([])
})

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  // A resolver with changing answers: connecting must not resolve the name again.
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
  let asked = 0
  const resolve = async () => [{ address: answers[asked++] ?? '127.0.0.9', family: 4 }]
  const url = `http://rebinding.example.com:${receiver.port}/hooks`
  expect(await sendMessage(message(url), { ...OPEN, resolve })).toMatchObject({ status: 200 })
  expect(asked).toBe(1)
  expect(receiver.received).toMatchObject([
    { localAddress: '127.0.0.1', headers: { host: `rebinding.example.com:${receiver.port}` } },
  ])
})

test('a redirect is not followed', async () => {
  receiver.respond = () => ({
    status: 302,
    headers: { location: `${receiver.url}/elsewhere` },
    body: 'there',
  })
  expect(await sendMessage(message(), OPEN)).toEqual({ status: 302, response: 'there' })
  expect(receiver.received).toHaveLength(1)
})

test('a receiver that does not respond is left after the time limit', async () => {
  receiver.isSilent = true
  expect(await sendMessage(message(), { ...OPEN, timeLimitMs: 300 })).toEqual({
    status: null,
    response: 'No response within 10 seconds',
  })
})

test('no more than the beginning of a response is read and kept', async () => {
  receiver.respond = () => ({ status: 500, body: `\u0000broken ${'x'.repeat(5_000_000)}` })
  const { status, response } = await sendMessage(message(), OPEN)
  expect(status).toBe(500)
  expect(response).toMatch(/^broken x+$/)
  expect(response.length).toBeLessThanOrEqual(200)
})

test('a response that never ends is left at the end of what is kept', async () => {
  receiver.isEndless = true
  receiver.respond = () => ({ status: 200, body: 'x'.repeat(1_000) })
  expect(await sendMessage(message(), { ...OPEN, timeLimitMs: 5_000 })).toMatchObject({ status: 200 })
})

test('a response that has stopped in its middle counts as what its status says', async () => {
  receiver.isEndless = true
  receiver.respond = () => ({ status: 202, body: 'tak' })
  expect(await sendMessage(message(), { ...OPEN, timeLimitMs: 300 })).toEqual({
    status: 202,
    response: 'tak',
  })
})

test.each([
  ['http://127.0.0.1:1/', 'No server answers at the address'],
  ['http://nowhere.invalid/', /^The host name/],
])('%s: why nobody responded is said in words', async (url, words) => {
  const { status, response } = await sendMessage(message(url), OPEN)
  expect(status).toBeNull()
  if (typeof words === 'string') expect(response).toBe(words)
  else expect(response).toMatch(words)
})

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

test.each([
  ['this machine', '127.0.0.1', '127.255.255.254', '0.0.0.0', '::1', '::'],
  ['private networks', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['unique local addresses of IPv6', 'fc00::1', 'fd12:3456:789a::1'],
  ['link-local addresses', '169.254.0.1', 'fe80::1', 'fec0::1'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.254'],
  ['metadata services of clouds', '169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192'],
  ['a metadata service with a public number', '168.63.129.16'],
  [
    'IPv4 mapped and embedded in IPv6',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
  ],
  ['IPv6 that nobody has been given', '4000::1', '1000::1'],
  ['NAT64 for local use, 6to4 and Teredo', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1'],
  ['multicast and broadcast', '224.0.0.1', '255.255.255.255', 'ff02::1'],
  [
    'reserved, documentation and benchmarks',
    '240.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.1',
    '2001:db8::1',
  ],
])('%s are not public', (_name, ...addresses) => {
  for (const address of addresses) expect(isPublicAddress(address), address).toBe(false)
})

test('what the internet routes is public', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])
    expect(isPublicAddress(address), address).toBe(true)
})

test.each([
  ['ftp://example.com', 'The address must begin with https://'],
  ['http://example.com', 'The address must begin with https://'],
  ['https://me:secret@example.com', 'The address must not contain a user name or password'],
  ['https://example.com/#hooks', 'The address must not contain #'],
  ['https://localhost/hooks', 'The address must be on the public internet'],
  ['https://shop.localhost', 'The address must be on the public internet'],
  ['https://10.1.2.3/hooks', 'The address must be on the public internet'],
  // The same machine in other notations.
  ['https://2130706433/', 'The address must be on the public internet'],
  ['https://0x7f.1/', 'The address must be on the public internet'],
  ['https://[::ffff:127.0.0.1]/', 'The address must be on the public internet'],
  ['not an address', 'This is not an address such as https://example.com/hooks'],
])('%s is refused: %s', (url, fault) => {
  expect(findFault(url, false)).toBe(fault)
})

test('a public https address is accepted; with the variable, any network and http, too', () => {
  expect(findFault('https://example.com:8443/hooks?shop=1', false)).toBeUndefined()
  expect(findFault('http://10.1.2.3/hooks', true)).toBeUndefined()
  expect(findFault('ftp://10.1.2.3/hooks', true)).toBe('The address must begin with https://')
})

test('a name that also leads to a private address is refused', async () => {
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  await expect(findTarget(new URL('https://example.com'), false, resolve)).rejects.toThrow(
    'example.com leads to 10.0.0.1, which is not on the public internet',
  )
  expect(await findTarget(new URL('https://example.com'), true, resolve)).toEqual({
    address: '8.8.8.8',
    family: 4,
  })
})
