/** Imports 50,000 customers within a minute. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importCustomers } from '#api/operations/imports/import-customers.ts'
import { MOST_ROWS } from '#api/operations/imports/read-file.ts'
import { openTestDb } from '#db/testing/test-db.ts'
import { isLong } from './pace.ts'

const ROWS = isLong ? MOST_ROWS : 1000
const MOST_SECONDS = 60

const testDb = openTestDb()

const CUSTOMERS = [
  'first_name,last_name,email,phone,company,job_title,country,address,city,state,zip_code,tax_id',
  ...Array.from(
    { length: ROWS },
    (_, n) =>
      `Clara,Whitfield ${n},customer-${n}@old.example,+44 20 7946 0158,"Whitfield, Interiors",Partner,GB,18 Calvert Avenue,London,Greater London,E2 7JP,`,
  ),
].join('\r\n')

test('a file of the largest number of rows is checked and imported within a minute, and the second time changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  try {
    const path = join(folder, 'old.csv')
    await writeFile(path, CUSTOMERS)
    const startedAtMs = performance.now()
    const seconds = () => (performance.now() - startedAtMs) / 1000
    const run = async (isApplied: boolean) =>
      (await importCustomers(testDb.db, { path, isApplied, mostFaults: 50 })).counts
    expect(await run(false)).toEqual({ newRows: ROWS, existingRows: 0, faultyRows: 0 })
    const checked = seconds()
    expect(await run(true)).toEqual({ newRows: ROWS, existingRows: 0, faultyRows: 0 })
    const imported = seconds()
    process.stdout.write(
      `${ROWS} customers, ${(CUSTOMERS.length / 1e6).toFixed(1)} MB: checked in ${checked.toFixed(1)} s, ` +
        `imported after ${imported.toFixed(1)} s, on ${cpus().length} × ${cpus()[0]?.model}\n`,
    )
    expect(imported).toBeLessThan(MOST_SECONDS)
    expect(await run(true)).toEqual({ newRows: 0, existingRows: ROWS, faultyRows: 0 })
  } finally {
    await rm(folder, { recursive: true })
  }
})
