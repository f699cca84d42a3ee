import { expect, test } from 'vitest'
import { MemoryCounter } from './try-counter.ts'

const MINUTE = { customDuration: 60 }

test('tries that are given back can be taken again', async () => {
  const counter = new MemoryCounter()
  await counter.penalty('login', 1, MINUTE)
  await counter.reward('login', 1, MINUTE)
  expect((await counter.penalty('login', 1, MINUTE)).consumedPoints).toBe(1)
})

test('a flood of addresses pushes the oldest tries out of the memory, and nothing else', async () => {
  const counter = new MemoryCounter()
  for (let address = 0; address <= 100_000; address += 1) await counter.penalty(`${address}`, 1, MINUTE)
  expect(await counter.get('0')).toBeNull()
  expect(await counter.get('1')).toMatchObject({ consumedPoints: 1 })
})
