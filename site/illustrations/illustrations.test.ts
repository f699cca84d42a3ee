import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { colors } from 'virtual:content'
import { afterEach, expect, test, vi } from 'vitest'

const read = (name: string) => readFile(join(import.meta.dirname, `${name}.svg`), 'utf8')
const load = async () => (await import('./illustrations.ts')).illustrations

afterEach(() => {
  vi.resetModules()
  vi.doUnmock('virtual:content')
})

test('with the accent that they are drawn in, pictures are the files themselves', async () => {
  const illustrations = await load()
  expect(Object.keys(illustrations).length).toBeGreaterThanOrEqual(10)
  for (const [name, svg] of Object.entries(illustrations)) expect(svg, name).toBe(await read(name))
})

test('with another accent every blue turns to it, and greys and other colours stay', async () => {
  vi.doMock('virtual:content', () => ({ colors: { accent: { ...colors.accent, 500: '#F97316' } } }))
  const { 'web-development': svg = '' } = await load()
  for (const blue of Object.values(colors.accent)) expect(svg).not.toContain(blue)
  const countOf = (text: string, color: string) => text.split(color).length
  for (const grey of ['#0F172A', '#E2E8F0', '#CBD5E1', '#fff']) {
    expect(countOf(svg, grey), grey).toBe(countOf(await read('web-development'), grey))
  }
})
