import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { IMPORT_COLUMNS, IMPORT_KINDS, writeTemplate } from './import-columns.ts'
import { checkColumns, isKnown, proposeColumns, readHead } from './import-head.ts'

test('reads headings, their place in the file and the first values of each column', () => {
  const text =
    '\uFEFF"Given ""first"" name";Surname;"E-mail\naddress"\r\nGrace;Holm;grace@holm.example\r\nLi;"We;i";\r\n'
  const head = readHead(text)
  expect(head).toEqual({
    separator: ';',
    headings: ['Given "first" name', 'Surname', 'E-mail\naddress'],
    examples: [['Grace', 'Li'], ['Holm', 'We;i'], ['grace@holm.example']],
    start: 1,
    end: 1 + '"Given ""first"" name";Surname;"E-mail\naddress"'.length,
  })
  expect(text.slice(head?.start, head?.end)).toMatch(/^"Given.*address"$/s)
})

test.each([
  ['sep=;\r\n', ';'],
  ['\uFEFFsep=|\n', '|'],
  ['\n\n', ','],
  [',,\r\n', ','],
])('reads headings after %j', (before, separator) => {
  const text = `${before}email${separator}city\n1${separator}2\n`
  const head = readHead(text)
  expect(head).toMatchObject({ separator, headings: ['email', 'city'], examples: [['1'], ['2']] })
  expect(text.slice(head?.start, head?.end)).toBe(`email${separator}city`)
})

test.each([
  ['email,first_name,last_name\na@b.example,A,B\n', true],
  ['email,first_name,last_name,,\na@b.example,A,B,,\n', true],
  ['sep=;\nemail;first_name;last_name;\na@b.example;A;B;\n', true],
  ['email,first_name,last_name,\na@b.example,A,B,C\n', false],
  ['email,first_name,last_name,shoes\na@b.example,A,B,\n', false],
  ['email,first_name\na@b.example,A\n', false],
])('%j needs no question: %s', (text, expected) => {
  const head = readHead(text)
  expect(head && isKnown('customers', head)).toBe(expected)
})

test('reads a file that is cut off, has one row, or has none', () => {
  expect(readHead('a,"b')).toMatchObject({ headings: ['a', 'b'], examples: [[], []] })
  expect(readHead('a\n1\n2\n3\n4\n')?.examples).toEqual([['1', '2', '3']])
  for (const empty of ['', '\uFEFF', '\n\n,,\n']) expect(readHead(empty)).toBeUndefined()
})

test('proposes what a heading names, and finds what is chosen twice or lacks', () => {
  const names = proposeColumns('customers', ['First Name', 'Surname', 'E-MAIL', '-'])
  expect(names).toEqual(['first_name', '', 'email', '-'])
  expect(checkColumns('customers', names)).toEqual({
    repeated: [false, false, false, false],
    missing: ['last_name'],
  })
  expect(checkColumns('customers', ['email', 'email', '', '', '-', '-']).repeated).toEqual([
    ...[false, true, false, false, false, false],
  ])
})

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
