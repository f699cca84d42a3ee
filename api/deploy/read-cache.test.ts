import { expect, test, vi } from 'vitest'
import { ReadCache } from './read-cache.ts'

function openCache(): ReadCache {
  const cache = new ReadCache()
  cache.start()
  return cache
}

test('a value that changes while it is read is given to the callers that wait, and is not cached', async () => {
  const cache = openCache()
  const old = Promise.withResolvers<object>()
  const waiting = cache.get('list', () => old.promise)
  cache.clear()
  old.resolve({ name: 'Old' })
  expect(await waiting).toEqual({ name: 'Old' })
  expect(await cache.get('list', async () => ({ name: 'New' }))).toEqual({ name: 'New' })
})

test('a caller after a change does not share a read that began before it', async () => {
  const cache = openCache()
  const old = Promise.withResolvers<object>()
  const early = cache.get('list', () => old.promise)
  cache.clear()
  const late = cache.get('list', async () => ({ name: 'New' }))
  old.resolve({ name: 'Old' })
  expect([await early, await late]).toEqual([{ name: 'Old' }, { name: 'New' }])
  const unread = () => Promise.reject(new Error('Read again'))
  expect(await cache.get('list', unread)).toEqual({ name: 'New' })
})

test('a cached value is read again after five seconds without a notification, and every time while none can arrive', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const cache = new ReadCache()
    let times = 0
    const read = () => cache.get('list', async () => ({ times: ++times }))
    expect([await read(), await read()]).toEqual([{ times: 1 }, { times: 2 }])
    cache.start()
    expect([await read(), await read()]).toEqual([{ times: 3 }, { times: 3 }])
    vi.advanceTimersByTime(4_900)
    expect(await read()).toEqual({ times: 3 })
    vi.advanceTimersByTime(200)
    expect(await read()).toEqual({ times: 4 })
    cache.stop()
    expect([await read(), await read()]).toEqual([{ times: 5 }, { times: 6 }])
  } finally {
    vi.useRealTimers()
  }
})

test('the absence of a row is not cached, so that unknown ids cannot fill the memory', async () => {
  const cache = openCache()
  expect(await cache.get('package 99', async () => undefined)).toBeUndefined()
  expect(await cache.get('package 99', async () => ({ name: 'Made meanwhile' }))).toEqual({
    name: 'Made meanwhile',
  })
})

test('a failed read fails for all who wait for it, and the next one tries again', async () => {
  const cache = openCache()
  const failing = () => cache.get('list', () => Promise.reject(new Error('Cut off')))
  const outcomes = await Promise.allSettled([failing(), failing()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.get('list', async () => ({ name: 'New' }))).toEqual({ name: 'New' })
})
