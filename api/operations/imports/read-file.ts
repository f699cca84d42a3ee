/** Reads a CSV file row by row, without loading it as a whole. Faults of the file itself are thrown as RefusedFile. */
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { DomainError } from '#api/platform/errors.ts'
import { COLUMNS, findColumn, LEFT_OUT } from './columns.ts'

export const MOST_ROWS = 50_000
/** Rows usually have a few hundred bytes. A quotation mark that is not closed makes one row of the rest of the file. */
const LONGEST_ROW_BYTES = 16 * 1024

const NOT_UTF8 = 'The file is not UTF-8 text. In a spreadsheet, save it as ‘CSV UTF-8’ and import that file.'
/** Of a column without a heading. */
const UNNAMED = ''
/** The apostrophe that spreadsheets and this shop's files put before a text that would otherwise be a formula. */
const FORMULA_GUARD = /^'(?=[=+\-@])/

const SEPARATORS = [',', ';', '\t']
/** The line before all others that names the separator for Excel, which does not show it. */
const SEPARATOR_LINE = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\r|\n)/i

/** The file as a whole cannot be imported. */
export class RefusedFile extends DomainError {
  constructor(message: string) {
    super(400, 'file_refused', message)
  }
}

export interface FileRow {
  /** As a spreadsheet counts: the headings are row 1. */
  row: number
  /** By column, without columns that the file lacks. Undefined where the row has another number of cells than the headings. */
  cells: Record<string, string> | undefined
}

/** @throws RefusedFile */
export async function* readRows(path: string): AsyncGenerator<FileRow> {
  const text = decode(path)
  const { value: start = '' } = await text.next()
  const [line = '', named] = SEPARATOR_LINE.exec(start) ?? []
  const head = start.slice(line.length)
  const parser = parse({
    delimiter: named ?? findSeparator(head),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_ROW_BYTES,
  })
  // Errors are thrown by the loop over the parser.
  pipeline(Readable.from(join(head, text)), parser, () => undefined)
  let columns: string[] | undefined
  let row = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1
      if (record.every((cell) => cell.trim() === '')) continue
      if (!columns) {
        columns = readHeadings(record)
        continue
      }
      if (row > MOST_ROWS + 1) {
        const most = MOST_ROWS.toLocaleString('en-US')
        throw new RefusedFile(`The file has more than ${most} rows. Please split it into several files.`)
      }
      yield { row, cells: toCells(columns, record) }
    }
  } catch (error) {
    throw explain(error)
  }
  if (!columns) throw new RefusedFile('The file is empty. Its first row names the columns.')
}

/** @returns the separator that occurs most often in the first line that says something */
function findSeparator(head: string): string {
  const unquoted = head.replaceAll(/"[^"]*"?/g, 'x')
  const line = unquoted.split(/[\r\n]/).find((one) => /[^\s,;\uFEFF]/.test(one)) ?? ''
  const count = (separator: string) => line.split(separator).length
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

async function* join(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

/** @throws RefusedFile where the file is neither UTF-8 nor, with its mark, UTF-16 */
async function* decode(path: string): AsyncGenerator<string, undefined> {
  let decoder: TextDecoder | undefined
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(findEncoding(bytes), { fatal: true })
      yield decoder.decode(bytes, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new RefusedFile(NOT_UTF8) : error
  }
}

/** Excel's 'Unicode text' is UTF-16. One-byte encodings have no mark: which one it is could only be guessed, and names would suffer. */
function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** @returns the column's name for each heading, LEFT_OUT or UNNAMED @throws RefusedFile */
function readHeadings(headings: string[]): string[] {
  if (headings.some((heading) => heading.includes('\u0000'))) throw new RefusedFile(NOT_UTF8)
  const found = headings.map((heading) => {
    if (heading.trim() === '') return UNNAMED
    const name = heading.trim() === LEFT_OUT ? LEFT_OUT : findColumn(heading)
    if (name) return name
    throw new RefusedFile(
      `There is no column ‘${heading.trim().slice(0, 50)}’. The columns are ${COLUMNS.map((column) => column.name).join(', ')}.`,
    )
  })
  const repeated = found.find(
    (name, index) => name !== LEFT_OUT && name !== UNNAMED && found.indexOf(name) < index,
  )
  if (repeated) throw new RefusedFile(`The column ${repeated} is there twice.`)
  const missing = COLUMNS.filter(({ name, isRequired }) => isRequired && !found.includes(name))
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ')
    throw new RefusedFile(`The first row must name the columns, and ${names} is missing there.`)
  }
  return found
}

/** Cells under no heading are those that spreadsheets add, and empty. */
function toCells(columns: string[], record: string[]): Record<string, string> | undefined {
  const isNamed = (index: number) => (columns[index] ?? UNNAMED) !== UNNAMED
  if (record.some((cell, index) => !isNamed(index) && cell.trim() !== '')) return undefined
  if (columns.some((_, index) => isNamed(index) && index >= record.length)) return undefined
  return Object.fromEntries(
    columns.map((name, index) => [name, (record[index] ?? '').trim().replace(FORMULA_GUARD, '')]),
  )
}

function explain(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const { code } = error
  // Complete rows before it. Some of them may still wait in the parser's buffer.
  const row = Number(error.records) + 1
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED') {
    return new RefusedFile(`Row ${row} is too long. Is there a quotation mark that is not closed?`)
  }
  return new RefusedFile(
    `Row ${row} cannot be read: a cell with a quotation mark stands in quotation marks, and its own are doubled.`,
  )
}
