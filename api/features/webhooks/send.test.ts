import { expect, test } from 'vitest'
import { sendMessage } from './send.ts'
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
  // A resolver whose answer changes: the name must not be resolved again for the connection.
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
  let asked = 0
  const resolve = async () => [{ address: answers[asked++] ?? '127.0.0.9', family: 4 }]
  const url = `http://rebinding.example.com:${receiver.port}/hooks`
  expect(await sendMessage(message(url), { ...OPEN, resolve })).toMatchObject({ status: 200 })
  expect(asked).toBe(1)
  expect(receiver.received).toMatchObject([
    { reachedAt: '127.0.0.1', headers: { host: `rebinding.example.com:${receiver.port}` } },
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
  ['http://127.0.0.1:1/', 'Nobody listens at the address'],
  ['http://nowhere.invalid/', /^The name of the address/],
])('%s: why nobody responded is said in words', async (url, words) => {
  const { status, response } = await sendMessage(message(url), OPEN)
  expect(status).toBeNull()
  if (typeof words === 'string') expect(response).toBe(words)
  else expect(response).toMatch(words)
})
