/** Lists as CSV files (RFC 4180). Cells are changed so that no spreadsheet runs a text as a formula. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { calendar } from '#api/content/content.ts'
import { dayOf, formatInstant } from '#api/rules/business-calendar.ts'

/** Tells a spreadsheet that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/**
 * The places before a character that begins a formula, where a spreadsheet may take it for the first character of a cell: at
 * the start of the text or after another separator, with or without blanks and quotes between. The last four characters are
 * the full-width ones. Also the start of a text with a tab or line break first, which has been used to hide a formula.
 */
const FORMULA_START = /((?:^|[;\t\r\n])[\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r\n])/g

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** An amount as a decimal, all of whose digits count: `{ amount: '-99.00' }`. */
export type Amount = { readonly amount: string }
type Cell = string | number | boolean | null | Amount
export type CsvColumn<Row> = readonly [heading: string, read: (row: Row) => Cell]

/** To be left out of a list's query: a file holds the whole list. */
export const PAGE_KEYS = { limit: true, offset: true } as const

/**
 * An error before the first batch gets an error response. A later error breaks the download off, so that nobody takes the
 * file for the whole list.
 */
export async function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncGenerator<Row[]>,
): Promise<FastifyReply> {
  const lines = toCsv(columns, batches)
  const first = await lines.next()
  // Continues the generator that has begun: only a generator that has begun ends its transaction if the client has gone.
  const file = Readable.from(lines)
  file.unshift(first.value)
  const day = dayOf(new Date(), calendar)
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

/** A moment as responses have it is written as the company's clocks show it. */
function toZone(cell: string): string {
  return MOMENT.test(cell) ? formatInstant(new Date(cell), calendar) : cell
}

/** @example toText('=1+1') // `"'=1+1"` */
function toText(cell: Cell): string {
  // Only texts: nobody can hide a formula in a number, and an amount must stay a number.
  const plain = String((typeof cell === 'object' ? cell?.amount : cell) ?? '')
  const text = typeof cell === 'string' ? toZone(cell).replace(FORMULA_START, "$1'") : plain
  return `"${text.replaceAll('"', '""')}"`
}
