import { expect, test, vi } from 'vitest'
import { KeptReads } from './kept-reads.ts'

function openReads(): KeptReads {
  const reads = new KeptReads()
  reads.startKeeping()
  return reads
}

test('what a change overtakes while it is read is given to those who wait and kept for nobody', async () => {
  const reads = openReads()
  const old = Promise.withResolvers<object>()
  const waiting = reads.get('list', () => old.promise)
  reads.drop()
  old.resolve({ name: 'Old' })
  expect(await waiting).toEqual({ name: 'Old' })
  expect(await reads.get('list', async () => ({ name: 'New' }))).toEqual({ name: 'New' })
})

test('whoever asks after a change does not share a read begun before it', async () => {
  const reads = openReads()
  const old = Promise.withResolvers<object>()
  const early = reads.get('list', () => old.promise)
  reads.drop()
  const late = reads.get('list', async () => ({ name: 'New' }))
  old.resolve({ name: 'Old' })
  expect([await early, await late]).toEqual([{ name: 'Old' }, { name: 'New' }])
  const unread = () => Promise.reject(new Error('Read again'))
  expect(await reads.get('list', unread)).toEqual({ name: 'New' })
})

test('what is kept is read anew after five seconds though no change was heard, and each time while none can be', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const reads = new KeptReads()
    let times = 0
    const read = () => reads.get('list', async () => ({ times: ++times }))
    expect([await read(), await read()]).toEqual([{ times: 1 }, { times: 2 }])
    reads.startKeeping()
    expect([await read(), await read()]).toEqual([{ times: 3 }, { times: 3 }])
    vi.advanceTimersByTime(4_900)
    expect(await read()).toEqual({ times: 3 })
    vi.advanceTimersByTime(200)
    expect(await read()).toEqual({ times: 4 })
    reads.stopKeeping()
    expect([await read(), await read()]).toEqual([{ times: 5 }, { times: 6 }])
  } finally {
    vi.useRealTimers()
  }
})

test('nothing is kept of what there is not: no end of ids fills the memory', async () => {
  const reads = openReads()
  expect(await reads.get('package 99', async () => undefined)).toBeUndefined()
  expect(await reads.get('package 99', async () => ({ name: 'Made meanwhile' }))).toEqual({
    name: 'Made meanwhile',
  })
})

test('a failed read is told to all who wait for it, and the next one tries again', async () => {
  const reads = openReads()
  const failing = () => reads.get('list', () => Promise.reject(new Error('Cut off')))
  const outcomes = await Promise.allSettled([failing(), failing()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await reads.get('list', async () => ({ name: 'New' }))).toEqual({ name: 'New' })
})
