/** Lists as CSV files (RFC 4180) that a spreadsheet opens without running anything in them. */

/** Tells a spreadsheet that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** What makes a spreadsheet read a text as a formula; the last four are the wide signs of East Asian keyboards. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

type Cell = string | number | boolean | null
/** A column: its heading and what stands in it. */
export type CsvColumn<Row> = readonly [heading: string, read: (row: Row) => Cell]

export async function* toCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  pieces: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  let head = BYTE_ORDER_MARK + toLine(columns.map(([heading]) => heading))
  for await (const rows of pieces) {
    yield head + rows.map((row) => toLine(columns.map(([, read]) => read(row)))).join('')
    head = ''
  }
  if (head) yield head
}

function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toText).join(',')}\r\n`
}

/** @example toText('=1+1') // "'=1+1" */
function toText(cell: Cell): string {
  // Numbers are ours: a sum must stay one.
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
