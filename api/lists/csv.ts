/** Lists as CSV files (RFC 4180) in which spreadsheets find no formula to run. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'

/** Tells a spreadsheet that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/**
 * Before a character that begins a formula, where a spreadsheet may take it for the first of a cell: at the text's start or
 * after another separator, with or without blanks and quotes before it. The last four characters are the full-width ones.
 * A text's first tab or line break has been a way to hide one, too.
 */
const FORMULA_START = /((?:^|[;\t\r\n])[\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r\n])/g

type Cell = string | number | boolean | null
export type CsvColumn<Row> = readonly [heading: string, read: (row: Row) => Cell]

/** What the routes of all CSV files share. A HEAD would read the whole list and throw it away. */
export const CSV_ROUTE = {
  access: 'admin',
  proof: 'with_factor',
  exposeHeadRoute: false,
  response: { description: 'A file of the rows', content: { 'text/csv': { schema: z.string() } } },
} as const
/** A file holds the whole list: its query is the list's without these. */
export const PAGE_KEYS = { limit: true, offset: true } as const

/**
 * An error before the first batch is sent as an error response; a later one breaks the file off, so that nobody takes it
 * for the whole list.
 */
export async function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncGenerator<Row[]>,
): Promise<FastifyReply> {
  const lines = toCsv(columns, batches)
  const first = await lines.next()
  // Reads from the generator that has begun: only such a one ends its transaction when the client is gone already.
  const file = Readable.from(lines)
  file.unshift(first.value)
  const day = new Date().toISOString().slice(0, 10)
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
    .send(file)
}

async function* toCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  let head = BYTE_ORDER_MARK + toLine(columns.map(([heading]) => heading))
  for await (const rows of batches) {
    yield head + rows.map((row) => toLine(columns.map(([, read]) => read(row)))).join('')
    head = ''
  }
  if (head) yield head
}

function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toText).join(',')}\r\n`
}

/** @example toText('=1+1') // `"'=1+1"` */
function toText(cell: Cell): string {
  // Numbers are not typed by people, and a sum must stay a number.
  const text = typeof cell === 'string' ? cell.replace(FORMULA_START, "$1'") : String(cell ?? '')
  return `"${text.replaceAll('"', '""')}"`
}
