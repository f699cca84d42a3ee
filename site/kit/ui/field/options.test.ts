/**
 * No option of a selector has an empty value (docs/product/shop.md, Form rules). Read from the source here; the check of the
 * screens (e2e/journeys/support/axe.ts) also sees values that are computed.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const OPTION = /<option\b((?:[^>{]|\{[^}]*\})*)>([^<]*)/g
const VALUE = /\bvalue=(?:"([^"]*)"|'([^']*)'|\{([^}]*)\})/
const EMPTY = /^(?:''|""|``)$/
/** Options as pairs or as an object of labels, such as `{ '': 'All' }`. */
const LISTED = /\[\s*(?:''|"")\s*,\s*['"][^\]]*\]|[{,]\s*(?:''|"")\s*:\s*['"].*/g

function findEmptyOptions(source: string): string[] {
  const isEmpty = (value: string) =>
    EMPTY.test(value) ||
    value.split('??').some((part) => EMPTY.test(part.trim())) ||
    new RegExp(`\\bconst ${value.replaceAll(/\W/g, '\\$&')} = (''|"")`).test(source)
  const options = [...source.matchAll(OPTION)].filter(([, attributes = '', text = '']) => {
    const value = VALUE.exec(attributes)
    if (!value) return text.trim() === ''
    return value[3] === undefined ? (value[1] ?? value[2]) === '' : isEmpty(value[3])
  })
  return [...options, ...source.matchAll(LISTED)].map(([found]) => found)
}

test.each([
  '<option value="">All</option>',
  "<option value=''>All</option>",
  "<option key={name} value={''}>All</option>",
  '<option disabled value={``}>All</option>',
  "<option value={category ?? ''}>All</option>",
  "const NONE = ''\n<option hidden value={NONE}>All</option>",
  '<option></option>',
  '<option disabled />',
  "const options = [['', 'All categories'], ['a', 'A']]",
  "<ListFilter options={{ '': 'All statuses', ...LABELS }} />",
])('%j has an empty value', (source) => {
  expect(findEmptyOptions(source)).toHaveLength(1)
})

test('no selector of the shop has an option with an empty value', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'site', 'api/demo'], {
    encoding: 'utf8',
  })
  const read = files.split('\n').filter((file) => /(?<!\.test)\.(tsx?|astro|js)$/.test(file))
  const sources = read.map((file) => [file, readFileSync(file, 'utf8')] as const)
  expect(sources.filter(([, source]) => source.includes('<option')).length).toBeGreaterThan(15)
  expect(
    sources.flatMap(([file, source]) => findEmptyOptions(source).map((found) => `${file}: ${found}`)),
  ).toEqual([])
})
