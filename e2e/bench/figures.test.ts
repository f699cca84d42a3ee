import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Figures } from './figures.ts'

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => vi.restoreAllMocks())

test.each([
  ['at its floor', { value: 2, unit: '×', budget: { atLeast: 2 } }, false],
  ['below its floor by less than a tenth', { value: 1.81, unit: '×', budget: { atLeast: 2 } }, false],
  ['below its floor by more', { value: 1.79, unit: '×', budget: { atLeast: 2 } }, true],
  ['above its ceiling by less than a tenth', { value: 131, unit: 'MiB', budget: { atMost: 120 } }, false],
  ['above its ceiling by more', { value: 133, unit: 'MiB', budget: { atMost: 120 } }, true],
  ['a count above its ceiling', { value: 276, unit: 'packages', budget: { atMost: 275 } }, true],
] as const)('a figure %s: %o is a failure: %s', (_name, figure, isMissed) => {
  const figures = new Figures({ isQuick: false })
  figures.add({ section: 'reads', name: 'something', ...figure })
  expect(figures.missed.length).toBe(isMissed ? 1 : 0)
})

test('of what is measured twice the better figure counts', () => {
  const figures = new Figures({ isQuick: false })
  const add = (value: number, budget: { atLeast: number } | { atMost: number }) =>
    figures.add({ section: 'reads', name: Object.keys(budget).join(), value, unit: '×', budget })
  for (const value of [1, 3, 2]) add(value, { atLeast: 2.5 })
  for (const value of [3, 1, 2]) add(value, { atMost: 1.5 })
  expect(figures.all.map(({ value }) => value)).toEqual([3, 1])
  expect(figures.missed).toEqual([])
})

test('a quick run fails for nothing', () => {
  const figures = new Figures({ isQuick: true })
  figures.add({ section: 'reads', name: 'something', value: 0, unit: '×', budget: { atLeast: 2 } })
  expect(figures.missed).toEqual([])
})
