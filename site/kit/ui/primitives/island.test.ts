import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('each component with a client directive is an island, so that what fails in it is said', () => {
  const pages = globSync('site/**/*.astro').map((file) => readFileSync(file, 'utf8'))
  const names = pages.flatMap((page) => [...page.matchAll(/<(\w+)\s+client:/g)].map(([, name]) => name))
  const code = globSync('site/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  const isIsland = (name = '') => code.some((text) => text.includes(`export const ${name} = island(`))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !isIsland(name))).toEqual([])
})
