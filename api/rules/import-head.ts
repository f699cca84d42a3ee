/** The first rows of a CSV file, and other names for its columns. */
import { findColumn, IMPORT_COLUMNS, type ImportKind, LEFT_OUT } from './import-columns.ts'

const SEPARATORS = [',', ';', '\t']
const EXAMPLES = 3

/** The line before all others that names the separator for Excel, which does not show it. */
const SEPARATOR_LINE = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\r|\n)/i

/** @returns the text without a first line that names the separator, and the named one */
export function takeSeparatorLine(text: string): { text: string; named: string | undefined } {
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? []
  return { text: text.slice(line.length), named }
}

/** @returns the separator that occurs most often in the first line that says something */
export function findSeparator(head: string): string {
  const unquoted = head.replaceAll(/"[^"]*"?/g, 'x')
  const line = unquoted.split(/[\r\n]/).find((one) => /[^\s,;\uFEFF]/.test(one)) ?? ''
  const count = (separator: string) => line.split(separator).length
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

export interface ImportHead {
  separator: string
  headings: string[]
  /** The first values of each column, without empty ones. */
  examples: string[][]
  /** Where the row of headings stands in the text. */
  start: number
  end: number
}

/** @param text the beginning of the file @returns undefined where there are no headings */
export function readHead(text: string): ImportHead | undefined {
  const { text: rest, named } = takeSeparatorLine(text.replace(/^\uFEFF/, ''))
  const separator = named ?? findSeparator(rest)
  let at = text.length - rest.length

  function readCell(): string {
    let cell = ''
    while (text[at] === '"') {
      const close = text.indexOf('"', at + 1)
      // A doubled quotation mark is one of the cell's own.
      cell += (cell && '"') + text.slice(at + 1, close === -1 ? undefined : close)
      at = close === -1 ? text.length : close + 1
    }
    const from = at
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? '')) at += 1
    return cell + text.slice(from, at)
  }

  function readRow() {
    const start = at
    const cells = [readCell()]
    while (text[at] === separator) {
      at += 1
      cells.push(readCell())
    }
    const row = { cells: cells.map((cell) => cell.trim()), start, end: at }
    at += text.startsWith('\r\n', at) ? 2 : 1
    return row
  }

  const rows: ReturnType<typeof readRow>[] = []
  while (at < text.length && rows.length <= EXAMPLES) {
    const row = readRow()
    if (row.cells.some((cell) => cell !== '')) rows.push(row)
  }
  const [first, ...others] = rows
  if (!first) return undefined
  const { cells: headings, start, end } = first
  const examples = headings.map((_, index) => others.map(({ cells }) => cells[index] ?? '').filter(Boolean))
  return { separator, headings, examples, start, end }
}

/** The column that each heading names; empty where it names none. */
export const proposeColumns = (kind: ImportKind, headings: readonly string[]) =>
  headings.map((heading) => (heading === LEFT_OUT ? LEFT_OUT : (findColumn(kind, heading) ?? '')))

/** By index of the heading, a column that an earlier one has already; and required columns that none has. */
export function checkColumns(kind: ImportKind, names: readonly string[]) {
  const isName = (name: string) => name !== '' && name !== LEFT_OUT
  return {
    repeated: names.map((name, index) => isName(name) && names.indexOf(name) < index),
    missing: IMPORT_COLUMNS[kind].flatMap(({ name, isRequired }) =>
      isRequired && !names.includes(name) ? [name] : [],
    ),
  }
}

/** Whether nothing is to be asked: spreadsheets add columns that have no heading, and are empty. */
export function isKnown(kind: ImportKind, { headings, examples }: ImportHead): boolean {
  const names = proposeColumns(kind, headings)
  const { repeated, missing } = checkColumns(kind, names)
  const isAsked = names.some((name, index) => name === '' && (headings[index] || examples[index]?.length))
  return !isAsked && !repeated.includes(true) && missing.length === 0
}
