/** Streams a CSV file row by row. Faults of the file itself throw RefusedFile. */
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { DomainError } from '#api/platform/errors.ts'
import { COLUMNS, findColumn, SKIPPED_COLUMN } from './columns.ts'

export const MOST_ROWS = 50_000
/** Rows usually have a few hundred bytes. An unclosed quotation mark turns the rest of the file into one row. */
const LONGEST_ROW_BYTES = 16 * 1024

const NOT_UTF8 = 'The file is not UTF-8 text. In a spreadsheet, save it as ‘CSV UTF-8’ and import that file.'
/** Name of a column without a heading. */
const UNNAMED = ''
/** Matches the apostrophe that spreadsheets and the shop's own files put before text that would otherwise be a formula. */
const FORMULA_GUARD = /^'(?=[=+\-@])/

const SEPARATORS = [',', ';', '\t']
/** Matches a first line that names the separator for Excel. */
const SEPARATOR_LINE = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\r|\n)/i

/** The file as a whole cannot be imported. */
export class RefusedFile extends DomainError {
  constructor(message: string) {
    super(400, 'file_refused', message)
  }
}

export interface FileRow {
  /** As in a spreadsheet: the headings are row 1. */
  row: number
  /** Cells by column name, for the file's columns only. undefined if their number does not match the headings. */
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
  // The loop over the parser throws the errors.
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

/** @returns the separator that occurs most often in the first line that is not empty */
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

/** @throws RefusedFile unless the file is UTF-8, or UTF-16 with a byte order mark */
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

/** Excel's 'Unicode text' is UTF-16. Single-byte encodings have no mark, and guessing them would garble names. */
function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** @returns a column name, LEFT_OUT or UNNAMED for each heading @throws RefusedFile */
function readHeadings(headings: string[]): string[] {
  if (headings.some((heading) => heading.includes('\u0000'))) throw new RefusedFile(NOT_UTF8)
  const found = headings.map((heading) => {
    if (heading.trim() === '') return UNNAMED
    const name = heading.trim() === SKIPPED_COLUMN ? SKIPPED_COLUMN : findColumn(heading)
    if (name) return name
    throw new RefusedFile(
      `There is no column ‘${heading.trim().slice(0, 50)}’. The columns are ${COLUMNS.map((column) => column.name).join(', ')}.`,
    )
  })
  const repeated = found.find(
    (name, index) => name !== SKIPPED_COLUMN && name !== UNNAMED && found.indexOf(name) < index,
  )
  if (repeated) throw new RefusedFile(`The column ${repeated} is there twice.`)
  const missing = COLUMNS.filter(({ name, isRequired }) => isRequired && !found.includes(name))
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ')
    throw new RefusedFile(`The first row must name the columns, and ${names} is missing there.`)
  }
  return found
}

/** Accepts empty cells without a heading, because spreadsheets add them. @returns undefined if the cells do not match the headings */
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
  // Counts the complete rows before the fault, even those still in the parser's buffer.
  const row = Number(error.records) + 1
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED') {
    return new RefusedFile(`Row ${row} is too long. Is there a quotation mark that is not closed?`)
  }
  return new RefusedFile(
    `Row ${row} cannot be read: put a cell that contains a quotation mark in quotation marks, and double its own.`,
  )
}
