/** CSV files of lists (RFC 4180). Texts are escaped so that no spreadsheet runs them as formulas. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { calendar } from '#api/content/content.ts'
import { dayOf, formatInstant } from '#api/rules/business-calendar.ts'

/** Tells a spreadsheet that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/**
 * Places where a spreadsheet may see the first character of a formula: at the start of the text or after a separator, with
 * or without blanks and quotes between. The last four characters are the full-width forms. Also matches a leading tab or
 * line break, which has been used to hide a formula.
 */
const FORMULA_START = /((?:^|[;\t\r\n])[\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r\n])/g

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A decimal that keeps all its digits: `{ amount: '-99.00' }`. */
export type Amount = { readonly amount: string }
type Cell = string | number | boolean | null | Amount
export type CsvColumn<Row> = readonly [heading: string, read: (row: Row) => Cell]

/** Query parameters to omit: a file holds the whole list. */
export const PAGE_KEYS = { limit: true, offset: true } as const

/**
 * Sends a CSV download. An error before the first batch gets an error response. A later one aborts the download, so that a
 * partial file is not mistaken for the whole list.
 */
export async function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncGenerator<Row[]>,
): Promise<FastifyReply> {
  const lines = toCsv(columns, batches)
  const first = await lines.next()
  // Continues the started generator: only a started one ends its transaction when the client disconnects.
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

/** Converts an ISO timestamp of a response to the company's time zone. */
function toZone(cell: string): string {
  return MOMENT.test(cell) ? formatInstant(new Date(cell), calendar) : cell
}

/** @example toText('=1+1') // `"'=1+1"` */
function toText(cell: Cell): string {
  // Only texts are escaped: a number cannot hide a formula, and an amount must stay a number.
  const plain = String((typeof cell === 'object' ? cell?.amount : cell) ?? '')
  const text = typeof cell === 'string' ? toZone(cell).replace(FORMULA_START, "$1'") : plain
  return `"${text.replaceAll('"', '""')}"`
}
