import { expect, test, vi } from 'vitest'
import { ApiError, type callApi } from './api.ts'
import { CallKey, postOnce } from './call-key.ts'

type Outcome = 'done' | 'offline' | [status: number, code: string]

/** Sends the bodies one after the other, with these outcomes. @returns the keys of the calls */
async function sendAll(sent: readonly (readonly [body: object, outcome: Outcome])[]): Promise<string[]> {
  const key = new CallKey()
  const keys: string[] = []
  for (const [body, outcome] of sent) {
    const call = vi.fn(async (_path: string, options?: { headers?: Record<string, string> }) => {
      keys.push(options?.headers?.['idempotency-key'] ?? '')
      if (outcome === 'done') return {}
      if (outcome === 'offline') throw new TypeError('fetch failed')
      throw new ApiError(outcome[0], JSON.stringify({ code: outcome[1], message: '' }))
    })
    await postOnce(key, '/api/create-order', body, call as unknown as typeof callApi).catch(() => undefined)
  }
  return keys
}
const form = { email: 'ada@example.com' }

test.each<[Outcome]>([
  ['offline'],
  [[503, 'provider_unavailable']],
  [[500, 'internal']],
  [[429, 'too_many_requests']],
  [[409, 'idempotency_key_in_use']],
])('a try that ended with %j may have been done: the next one has its key', async (outcome) => {
  const [first, second] = await sendAll([
    [form, outcome],
    [form, 'done'],
  ])
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
})

test.each<[Outcome]>([['done'], [[409, 'price_changed']], [[400, 'invalid_input']]])(
  'a try that ended with %j is over: the next one has a key of its own',
  async (outcome) => {
    const [first, second] = await sendAll([
      [form, outcome],
      [form, 'done'],
    ])
    expect(second).not.toBe(first)
  },
)

test('a form that has changed is sent under another key', async () => {
  const [first, second] = await sendAll([
    [form, 'offline'],
    [{ email: 'grace@example.com' }, 'done'],
  ])
  expect(second).not.toBe(first)
})
