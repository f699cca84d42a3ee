/** Imports a customer file in batches: sorts rows into new, existing and faulty ones, and inserts the new ones. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Knex } from 'knex'
import { NO_PASSWORD } from '#api/people/auth/passwords/passwords.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { nullEmptyFields } from '#db/models/people/buyer.ts'
import { type Fault, type ImportedCustomer, type ReadCustomer, readCustomer } from './customer.ts'
import { type FileRow, RefusedFile, readRows } from './read-file.ts'

const MEGABYTE = 1024 * 1024
export const LARGEST_FILE_BYTES = 20 * MEGABYTE
/** Small enough for one statement and for memory. */
const ROWS_A_BATCH = 500
const LONGEST_SHOWN_VALUE = 100

export interface Counts {
  newRows: number
  existingRows: number
  faultyRows: number
}

export interface CellFault extends Fault {
  /** As in a spreadsheet: the headings are row 1. */
  row: number
  value: string
}

interface Walk {
  /** Stores new customers. @returns how many were stored; others may have registered meanwhile */
  insert: (customers: ImportedCustomer[]) => Promise<number>
  onFault: (fault: CellFault) => void
}

/**
 * Checks a file and, with `isApplied`, imports it in one transaction. Skips faulty rows, and never changes existing accounts. A
 * new account has no password until its owner asks for a link with 'Forgot password?'.
 * @param options.mostFaults how many faults to list at most
 * @throws RefusedFile
 */
export async function importCustomers(
  db: Knex,
  { path, isApplied, mostFaults }: { path: string; isApplied: boolean; mostFaults: number },
): Promise<{ counts: Counts; faults: CellFault[] }> {
  const { size } = await stat(path).catch(() => {
    throw new RefusedFile(`There is no file ${path}`)
  })
  if (size > LARGEST_FILE_BYTES)
    throw new RefusedFile('The file has more than 20 MB. Please split it into several files.')
  const faults: CellFault[] = []
  const onFault = (fault: CellFault) => {
    if (faults.length < mostFaults) faults.push(fault)
  }
  if (!isApplied) {
    const counts = await walkFile(db, path, { insert: async (customers) => customers.length, onFault })
    return { counts, faults }
  }
  const counts = await db.transaction(async (trx) => {
    // Serialises imports, because two that insert the same e-mails would deadlock.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('imports'))`)
    const found = await walkFile(trx, path, { insert: (customers) => insertAll(trx, customers), onFault })
    await recordEdit(
      trx,
      { actorId: null, subject: 'import', subjectId: null, label: 'Import of customers' },
      undefined,
      {
        fileName: basename(path),
        sha256: await hashFile(path),
        created: found.newRows,
        existing: found.existingRows,
        leftOut: found.faultyRows,
      },
    )
    return found
  })
  return { counts, faults }
}

/** Reads and sorts all rows; only `insert` writes. @throws RefusedFile */
async function walkFile(db: Knex, path: string, { insert, onFault }: Walk): Promise<Counts> {
  const counts: Counts = { newRows: 0, existingRows: 0, faultyRows: 0 }
  /** By e-mail, the first row with it. */
  const seen = new Map<string, number>()
  let batch: (FileRow & ReadCustomer)[] = []

  async function finishBatch(): Promise<void> {
    const existing = await findExisting(
      db,
      batch.flatMap(({ customer }) => (customer ? keyOf(customer) : [])),
    )
    const fresh: ImportedCustomer[] = []
    for (const { row, cells, customer, faults } of batch) {
      if (customer) {
        const key = keyOf(customer)
        const first = seen.get(key)
        if (existing.has(key)) counts.existingRows += 1
        else if (first) faults.push({ column: 'email', message: `The same as in row ${first}` })
        else fresh.push(customer)
        seen.set(key, first ?? row)
      }
      if (faults.length > 0) counts.faultyRows += 1
      for (const fault of faults) onFault({ ...fault, row, value: showValue(cells?.[fault.column]) })
    }
    const made = fresh.length === 0 ? 0 : await insert(fresh)
    counts.newRows += made
    counts.existingRows += fresh.length - made
    batch = []
  }

  for await (const read of readRows(path)) {
    batch.push({ ...read, ...readCustomer(read.cells) })
    if (batch.length === ROWS_A_BATCH) await finishBatch()
  }
  await finishBatch()
  return counts
}

const showValue = (text = '') => text.replaceAll('\u0000', '').slice(0, LONGEST_SHOWN_VALUE)

const keyOf = ({ email }: Pick<ImportedCustomer, 'email'>) => email.toLowerCase()

/**
 * Uses a join: PostgreSQL has no statistics on rows of the running transaction, and would otherwise scan the table.
 * @param keys e-mails in lower case
 * @returns the e-mails that have an account
 */
async function findExisting(db: Knex, keys: string[]): Promise<Set<string>> {
  const { rows } = await db.raw<{ rows: { email: string }[] }>(
    'SELECT users.email FROM unnest(?::text[]) AS keys (key) JOIN users ON lower(users.email) = key',
    [keys],
  )
  return new Set(rows.map(keyOf))
}

async function insertAll(trx: Knex.Transaction, customers: ImportedCustomer[]): Promise<number> {
  const accounts = customers.map((customer) => ({ ...nullEmptyFields(customer), passwordHash: NO_PASSWORD }))
  const made = await trx('users')
    .insert(accounts)
    .onConflict(trx.raw('(lower(email))'))
    .ignore()
    .returning('id')
  return made.length
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest('hex')
}
