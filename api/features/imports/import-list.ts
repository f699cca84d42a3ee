import type { Knex } from 'knex'
import { Import, ImportFault } from '../../../db/models/import.ts'
import { IMPORT_COLUMNS, type ImportColumn, type ImportKind } from '../../contract/import-columns.ts'
import type {
  ImportDetail,
  ImportListQuery,
  ImportFault as WireFault,
  Import as WireImport,
} from '../../contract/imports.ts'
import { NotFound } from '../../errors.ts'
import type { CsvColumn } from '../../lists/csv.ts'
import { fetchPage, type Page, type SortExpressions } from '../../lists/list.ts'
import { toPatterns } from '../../lists/search.ts'
import { streamRows } from '../../lists/stream-rows.ts'
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
  const found = await selectImports(db).findById(id)
  if (!found) throw new NotFound('Import')
  const faults = await selectFaults(db, id).limit(SHOWN_FAULTS)
  return {
    ...toWireImport(found),
    faults: faults.map((fault) => toWireFault(found.kind, fault)),
    links: await countLinks(db, id),
  }
}

/** @throws NotFound */
export async function streamFaults(db: Knex, id: number): Promise<AsyncGenerator<WireFault[]>> {
  const { kind } = await Import.query(db)
    .findById(id)
    .throwIfNotFound(new NotFound('Import') as never)
  return streamRows(db, {
    find: (trx) => selectFaults(trx, id),
    toWire: async (_trx, rows) => rows.map((fault) => toWireFault(kind, fault)),
  })
}

const selectFaults = (db: Knex, importId: number) =>
  ImportFault.query(db).where({ importId }).orderByRaw('row_number, id')

function toWireFault(kind: ImportKind, { rowNumber, columnName, value, message }: ImportFault): WireFault {
  const columns: readonly ImportColumn[] = IMPORT_COLUMNS[kind]
  const example = columns.find(({ name }) => name === columnName)?.example ?? ''
  return { row: rowNumber, column: columnName, value, message, example }
}

function toWireImport({ admin, createdAt, appliedAt, ...found }: Import): WireImport {
  const { id, kind, fileName, sha256, state, refusal, progress, newRows, existingRows, faultyRows } = found
  return {
    ...{ id, kind, fileName, sha256, state, refusal, progress, newRows, existingRows, faultyRows },
    createdBy: admin ? { id: admin.id, firstName: admin.firstName, lastName: admin.lastName } : null,
    createdAt: createdAt.toISOString(),
    appliedAt: appliedAt?.toISOString() ?? null,
  }
}
