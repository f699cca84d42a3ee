import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

test('an answer that a change overtakes while it is made is given to those who wait and kept for nobody', async () => {
  const answers = new KeptAnswers()
  answers.startKeeping()
  const read = Promise.withResolvers<object>()
  const waiting = answers.get('list', () => read.promise)
  answers.drop()
  read.resolve({ name: 'Old' })
  expect(String((await waiting)?.body)).toBe('{"name":"Old"}')
  expect(String((await answers.get('list', async () => ({ name: 'New' })))?.body)).toBe('{"name":"New"}')
})

test('whoever asks after a change does not share an answer begun before it', async () => {
  const answers = new KeptAnswers()
  answers.startKeeping()
  const read = Promise.withResolvers<object>()
  const early = answers.get('list', () => read.promise)
  answers.drop()
  const late = answers.get('list', async () => ({ name: 'New' }))
  read.resolve({ name: 'Old' })
  expect(String((await early)?.body)).toBe('{"name":"Old"}')
  expect(String((await late)?.body)).toBe('{"name":"New"}')
  const kept = await answers.get('list', () => Promise.reject(new Error('Not asked again')))
  expect(String(kept?.body)).toBe('{"name":"New"}')
})

test('an answer is made anew after five seconds though no change was heard, and each time while none can be', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const answers = new KeptAnswers()
    const tag = () => randomBytes(4).toString('hex')
    const read = async () => String((await answers.get('list', async () => ({ tag: tag() })))?.body)
    expect(await read()).not.toBe(await read())
    answers.startKeeping()
    const kept = await read()
    vi.advanceTimersByTime(4_900)
    expect(await read()).toBe(kept)
    vi.advanceTimersByTime(200)
    expect(await read()).not.toBe(kept)
    answers.stopKeeping()
    expect(await read()).not.toBe(await read())
  } finally {
    vi.useRealTimers()
  }
})

test('a failed read is told to all who wait for it, and the next one tries again', async () => {
  const answers = new KeptAnswers()
  answers.startKeeping()
  const failing = () => answers.get('list', () => Promise.reject(new Error('Cut off')))
  const outcomes = await Promise.allSettled([failing(), failing()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(String((await answers.get('list', async () => ({ name: 'New' })))?.body)).toBe('{"name":"New"}')
})
