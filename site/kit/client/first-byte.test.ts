/** Runs against a real server, which withholds its bytes or closes the connection. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi, NO_ANSWER, onRefusal, readLastUse, request } from './api.ts'
import { CallKey, postOnce } from './call-key.ts'
import { $isAway, NoAnswer } from './first-byte.ts'

let respond: (request: IncomingMessage, response: ServerResponse) => void
let origin: string
const server = createServer((request, response) => respond(request, response))
const ok = (response: ServerResponse) => response.end('{}')
/** Ends the wait once the call has arrived. */
const passTime = () => vi.advanceTimersByTime(15_000)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  $isAway.set(false)
  onRefusal(NO_ANSWER, async () => false)
})

afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a call to which nothing comes back ends after 15 seconds, and says so', async () => {
  respond = passTime
  const failed = callApi(`${origin}/api/orders`)
  await expect(failed).rejects.toThrow(NoAnswer)
  await expect(failed).rejects.toThrow('The shop isn’t responding')
  expect($isAway.get()).toBe(false)
})

test('a response that has begun may take its time, and an upload or an export may begin late', async () => {
  let held: ServerResponse | undefined
  respond = (_, response) => {
    held = response
    response.write('{')
  }
  const begun = await request(`${origin}/api/orders`)
  passTime()
  held?.end('}')
  expect(await begun.json()).toEqual({})
  respond = (_, response) => {
    passTime()
    ok(response)
  }
  expect(await callApi(`${origin}/api/user/data`, { isLong: true })).toEqual({})
  expect(await callApi(`${origin}/api/files`, { method: 'POST', body: new Blob(['a']) })).toEqual({})
})

test('a change that is not answered is told, and has the same key when it is sent again', async () => {
  const keys: unknown[] = []
  const told = vi.fn(async () => false)
  onRefusal(NO_ANSWER, told)
  respond = ({ headers }, response) => {
    keys.push(headers['idempotency-key'])
    if (keys.length === 1) passTime()
    else ok(response)
  }
  const key = new CallKey()
  const send = () => postOnce(key, `${origin}/api/create-order`, { packageId: 1 })
  await expect(send()).rejects.toThrow(NoAnswer)
  expect(told).toHaveBeenCalledOnce()
  await send()
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('the API counts as away from a failed call to the next one that it answers, if only with a refusal', async () => {
  for (const status of [502, 503, 504]) {
    respond = (_, response) => response.writeHead(status).end()
    await expect(callApi(origin)).rejects.toThrow(String(status))
    expect($isAway.get()).toBe(true)
    respond = (_, response) => response.writeHead(404).end()
    await expect(callApi(origin)).rejects.toThrow('404')
    expect($isAway.get()).toBe(false)
  }
  respond = ({ socket }) => socket.destroy()
  vi.stubGlobal('navigator', { onLine: false })
  await expect(callApi(origin)).rejects.toThrow(TypeError)
  expect($isAway.get(), 'their own network is down').toBe(false)
  vi.unstubAllGlobals()
  await expect(callApi(origin)).rejects.toThrow(TypeError)
  expect($isAway.get()).toBe(true)
  respond = (_, response) => ok(response)
  await callApi(origin)
  expect($isAway.get()).toBe(false)
})

test('what the caller has stopped says nothing of the API, and a refusal is no use of the session', async () => {
  const abort = new AbortController()
  respond = () => abort.abort()
  await expect(callApi(origin, { signal: abort.signal })).rejects.toThrow('abort')
  expect($isAway.get()).toBe(false)
  const before = readLastUse()
  vi.spyOn(Date, 'now').mockReturnValue(before + 1000)
  respond = (_, response) => response.writeHead(401).end()
  await expect(callApi(origin)).rejects.toThrow('401')
  expect(readLastUse()).toBe(before)
  respond = (_, response) => ok(response)
  await callApi(origin)
  expect(readLastUse()).toBe(before + 1000)
  vi.restoreAllMocks()
})
