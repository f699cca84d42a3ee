/** Reads a CSV file row by row, without loading it as a whole. Faults of the file itself are thrown as RefusedFile. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { DomainError } from '../../base/errors.ts'
import {
  findColumn,
  IMPORT_COLUMNS,
  type ImportKind,
  LEFT_OUT,
  MOST_IMPORT_ROWS,
} from '../../rules/import-columns.ts'
import { findSeparator } from '../../rules/import-head.ts'

const HEAD_BYTES = 64 * 1024
/** Rows usually have a few hundred bytes. A quotation mark that is not closed makes one row of the rest of the file. */
const LONGEST_ROW_BYTES = 16 * 1024

const NOT_UTF8 = 'The file is not UTF-8 text. In a spreadsheet, save it as ‘CSV UTF-8’ and choose that file.'
/** The apostrophe that spreadsheets and this shop's files put before a text that would otherwise be a formula. */
const FORMULA_GUARD = /^'(?=[=+\-@])/

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
export async function* readRows(path: string, kind: ImportKind): AsyncGenerator<FileRow> {
  const parser = parse({
    delimiter: findSeparator(await readStart(path)),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_ROW_BYTES,
  })
  // Errors are thrown by the loop over the parser.
  pipeline(Readable.from(decode(path)), parser, () => undefined)
  let columns: string[] | undefined
  let row = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1
      if (record.every((cell) => cell.trim() === '')) continue
      if (!columns) {
        columns = readHeadings(record, kind)
        continue
      }
      if (row > MOST_IMPORT_ROWS + 1) {
        const most = MOST_IMPORT_ROWS.toLocaleString('en-US')
        throw new RefusedFile(`The file has more than ${most} rows. Please split it into several files.`)
      }
      yield { row, cells: toCells(columns, record) }
    }
  } catch (error) {
    throw explain(error, row + 1)
  }
  if (!columns) throw new RefusedFile('The file is empty. Its first row names the columns.')
}

/** @throws RefusedFile where the file is not UTF-8 */
async function* decode(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of createReadStream(path)) yield decoder.decode(bytes, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new RefusedFile(NOT_UTF8) : error
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path)
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES)
    .finally(() => file.close())
  return buffer.toString('latin1', 0, bytesRead)
}

/** @returns the column's name for each heading, or LEFT_OUT @throws RefusedFile */
function readHeadings(headings: string[], kind: ImportKind): string[] {
  const columns = IMPORT_COLUMNS[kind]
  if (headings.some((heading) => heading.includes('\u0000'))) throw new RefusedFile(NOT_UTF8)
  const found = headings.map((heading) => {
    const name = heading.trim() === LEFT_OUT ? LEFT_OUT : findColumn(kind, heading)
    if (name) return name
    throw new RefusedFile(
      `There is no column ‘${heading.trim().slice(0, 50)}’. The columns are ${columns.map((column) => column.name).join(', ')}.`,
    )
  })
  const repeated = found.find((name, index) => name !== LEFT_OUT && found.indexOf(name) < index)
  if (repeated) throw new RefusedFile(`The column ${repeated} is there twice.`)
  const missing = columns.filter(({ name, isRequired }) => isRequired && !found.includes(name))
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ')
    throw new RefusedFile(`The first row must name the columns, and ${names} is missing there.`)
  }
  return found
}

function toCells(columns: string[], record: string[]): Record<string, string> | undefined {
  if (record.length !== columns.length) return undefined
  return Object.fromEntries(
    columns.map((name, index) => [name, (record[index] ?? '').trim().replace(FORMULA_GUARD, '')]),
  )
}

/** @param row the row that was being read */
function explain(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error
  const { code } = error
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED') {
    return new RefusedFile(`Row ${row} is too long. Is there a quotation mark that is not closed?`)
  }
  return new RefusedFile(
    `Row ${row} cannot be read: a cell with a quotation mark stands in quotation marks, and its own are doubled.`,
  )
}
