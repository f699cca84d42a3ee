/** Reads a file in batches and sorts its rows into new, existing and faulty ones, for both the check and the import. */
import type { Knex } from 'knex'
import { findCountry } from '../../rules/countries.ts'
import { IMPORT_COLUMNS, type ImportKind } from '../../rules/import-columns.ts'
import { CUSTOMERS, type Fault, type ImportKindRules, ORDERS } from './kind.ts'
import { readRows } from './read-file.ts'

/** Few enough that other work does not wait long for the process or for locked rows. */
const ROWS_A_BATCH = 500
const LONGEST_SHOWN_VALUE = 100

const KINDS: Record<ImportKind, ImportKindRules<object>> = { customers: CUSTOMERS, orders: ORDERS }

export interface Counts {
  newRows: number
  existingRows: number
  faultyRows: number
}

export interface CellFault extends Fault {
  row: number
  value: string
}

export interface Batch {
  faults: CellFault[]
  /** The counts of the file so far. */
  counts: Counts
  /** Inserts the batch's new rows. @returns the number of inserted rows */
  insert: (trx: Knex.Transaction, importId: number) => Promise<number>
}

interface Parsed<Row> {
  row: number
  cells: Record<string, string>
  values: Row
}

/** Writes nothing itself. @param db the database, or the transaction that inserts @throws RefusedFile */
export async function walkFile(
  db: Knex,
  { path, kind }: { path: string; kind: ImportKind },
  onBatch: (batch: Batch) => Promise<void>,
): Promise<Counts> {
  const rules = KINDS[kind]
  const counts: Counts = { newRows: 0, existingRows: 0, faultyRows: 0 }
  /** The first row of each key. */
  const seen = new Map<string, number>()
  let parsed: Parsed<object>[] = []
  let faults: CellFault[] = []
  let read = 0

  async function finishBatch(): Promise<void> {
    const rows = parsed.map(({ values }) => values)
    const existing = await rules.findExisting(db, rows)
    const candidates = parsed.filter(({ values }) => !existing.has(rules.keyOf(values)))
    const wrong = await rules.findFaults?.(
      db,
      candidates.map(({ values }) => values),
    )
    const fresh: object[] = []
    for (const one of candidates) {
      const key = rules.keyOf(one.values)
      const first = seen.get(key)
      const fault =
        first === undefined
          ? wrong?.get(key)
          : { column: rules.keyColumn, message: `The same as in row ${first}` }
      if (fault) faults.push(describeFault(fault, one))
      else fresh.push(one.values)
      if (first === undefined) seen.set(key, one.row)
    }
    counts.newRows += fresh.length
    counts.existingRows += parsed.length - candidates.length
    counts.faultyRows = read - counts.newRows - counts.existingRows
    await onBatch({
      faults,
      counts,
      insert: async (trx, importId) => (fresh.length === 0 ? 0 : rules.insert(trx, fresh, importId)),
    })
    parsed = []
    faults = []
  }

  for await (const { row, cells } of readRows(path, kind)) {
    read += 1
    const values = cells ? parseCells(kind, cells) : [{ column: '', message: OTHER_LENGTH }]
    if (Array.isArray(values))
      faults.push(...values.map((fault) => describeFault(fault, { row, cells: cells ?? {} })))
    else parsed.push({ row, cells: cells ?? {}, values })
    if (read % ROWS_A_BATCH === 0) await finishBatch()
  }
  await finishBatch()
  return counts
}

const OTHER_LENGTH = 'The row does not have as many cells as there are columns'

/** @example toField('zip_code') // 'zipCode' */
const toField = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const toColumn = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A column that the file lacks counts as empty. @returns the row, or its faults */
function parseCells(kind: ImportKind, cells: Record<string, string>): object | Fault[] {
  const fields = IMPORT_COLUMNS[kind].map(({ name }) => {
    const text = cells[name] ?? ''
    return [toField(name), name === 'country' ? (findCountry(text) ?? text) : text]
  })
  const rules = KINDS[kind]
  const result = rules.schema.safeParse(Object.fromEntries(fields))
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path: [field = ''], message }) => ({
    column: toColumn(String(field)),
    message,
  }))
  // One fault for each cell is enough.
  return issues.filter(({ column }, index) => issues.findIndex((one) => one.column === column) === index)
}

function describeFault(fault: Fault, { row, cells }: Omit<Parsed<object>, 'values'>): CellFault {
  const value = (cells[fault.column] ?? '').replaceAll('\u0000', '').slice(0, LONGEST_SHOWN_VALUE)
  return { ...fault, row, value }
}
