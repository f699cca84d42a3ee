import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { IMPORT_COLUMNS, IMPORT_KINDS, writeTemplate } from './import-columns.ts'

test.each(IMPORT_KINDS)('docs/importing.md describes the columns of %s as the admin area does', (kind) => {
  const rows = readFileSync('docs/importing.md', 'utf8').replaceAll(/ +\|/g, ' |')
  const columns = IMPORT_COLUMNS[kind]
  for (const { name, isRequired, about, example } of columns) {
    expect(rows).toContain(`| \`${name}\` |${isRequired ? ' yes' : ''} | ${about} | \`${example}\` |`)
  }
})

test('a template has the headings and one row', () => {
  expect(writeTemplate('orders')).toBe(
    '\uFEFFsource,reference,email,package,amount,currency,status,ordered_on\r\nold-shop,A-1042,grace@holm.example,business-website,1299.00,USD,completed,2024-03-31\r\n',
  )
})
