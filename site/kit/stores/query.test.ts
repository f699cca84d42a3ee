import { nanoquery } from '@nanostores/query'
import { expect, test } from 'vitest'
import { refetch } from './query.ts'

test('data that was read before a change and arrives after it is fetched again', async () => {
  const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let calls = 0
  const [createStore] = nanoquery({ fetcher: () => responses[calls++]?.promise as Promise<string> })
  const store = createStore<string>(['/api/anything'])
  const stop = store.listen(() => {})

  const done = refetch(store)
  expect(calls).toBe(1)
  responses[0]?.resolve('before the change')
  responses[1]?.resolve('after the change')
  await done
  expect(store.value?.data).toBe('after the change')
  stop()
})
