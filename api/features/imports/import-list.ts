import type { Knex } from 'knex'
import { Import, ImportFault } from '../../../db/models/import.ts'
import { getFound } from '../../base/errors.ts'
import {
  type ImportDetail,
  type ImportListQuery,
  type ImportFault as WireFault,
  Import as WireImport,
} from '../../contract/imports.ts'
import { toWire } from '../../http/to-wire.ts'
import type { CsvColumn } from '../../lists/csv.ts'
import { fetchPage, type Page, type SortExpressions } from '../../lists/list.ts'
import { toPatterns } from '../../lists/search.ts'
import { streamRows } from '../../lists/stream-rows.ts'
import { IMPORT_COLUMNS, type ImportKind } from '../../rules/import-columns.ts'
import { countLinks } from './links.ts'

const SHOWN_FAULTS = 200
const SORTS: SortExpressions<'createdAt'> = { createdAt: ['imports.created_at', 'imports.id'] }

export const FAULT_COLUMNS: readonly CsvColumn<WireFault>[] = [
  ['Row', (fault) => fault.row],
  ['Column', (fault) => fault.column],
  ['Value', (fault) => fault.value],
  ['What is wrong', (fault) => fault.message],
  ['Example', (fault) => fault.example],
]

const selectImports = (db: Knex) => Import.query(db).withGraphFetched('admin')

export async function listImports(db: Knex, list: ImportListQuery): Promise<Page<WireImport>> {
  const query = selectImports(db)
  for (const pattern of toPatterns(list.q)) query.whereRaw(`(' ' || file_name) ILIKE ?`, pattern)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireImport), total }
}

/** @throws NotFound */
export async function getImport(db: Knex, id: number): Promise<ImportDetail> {
  const found = await getFound(selectImports(db).findById(id), 'Import')
  const faults = await selectFaults(db, id).limit(SHOWN_FAULTS)
  return {
    ...toWireImport(found),
    faults: faults.map((fault) => toWireFault(found.kind, fault)),
    links: await countLinks(db, id),
  }
}

/** @throws NotFound */
export async function streamFaults(db: Knex, id: number): Promise<AsyncGenerator<WireFault[]>> {
  const { kind } = await getFound(Import.query(db).findById(id), 'Import')
  return streamRows(db, {
    find: (trx) => selectFaults(trx, id),
    toWire: async (_trx, rows) => rows.map((fault) => toWireFault(kind, fault)),
  })
}

const selectFaults = (db: Knex, importId: number) =>
  ImportFault.query(db).where({ importId }).orderByRaw('row_number, id')

function toWireFault(kind: ImportKind, { rowNumber, columnName, value, message }: ImportFault): WireFault {
  const columns = IMPORT_COLUMNS[kind]
  const example = columns.find(({ name }) => name === columnName)?.example ?? ''
  return { row: rowNumber, column: columnName, value, message, example }
}

const toWireImport = (found: Import): WireImport =>
  toWire(WireImport, { ...found, createdBy: found.admin ?? null })
