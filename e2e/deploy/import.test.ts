/** Imports 50,000 customers and 50,000 past orders within a minute each, without blocking the process for long. */
import { cpus } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import type { ImportDetail } from '../../api/contract/imports.ts'
import { type ImportKind, MOST_IMPORT_ROWS } from '../../api/rules/import-columns.ts'
import { type SignedIn, signInAsAdmin } from '../../api/testing/back-office.ts'
import { openTestApp } from '../../api/testing/test-app.ts'
import { createPublisherHandlers } from '../../api/workers/publisher-handlers.ts'
import { isLong } from './pace.ts'

const ROWS = isLong ? MOST_IMPORT_ROWS : 1000
const MOST_SECONDS = 60
/** An import lets other work of the process in between: its longest pause is a small part of it, on slow machines, too. */
const LONGEST_PAUSE_SHARE = 0.4

const shop = openTestApp()

const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)
const CUSTOMERS = [
  'first_name,last_name,email,phone,company,job_title,country,address,city,state,zip_code,tax_id',
  ...numbers.map(
    (n) =>
      `Clara,Whitfield ${n},customer-${n}@old.example,+44 20 7946 0158,"Whitfield, Interiors",Partner,GB,18 Calvert Avenue,London,Greater London,E2 7JP,`,
  ),
].join('\r\n')
const ORDERS = [
  'source,reference,email,package,amount,status,ordered_on',
  ...numbers.map((n) => `old,${n},customer-${n}@old.example,Brochure website,1299.50,completed,2024-03-31`),
].join('\n')

async function send({ browser }: SignedIn, kind: ImportKind, file: string): Promise<ImportDetail> {
  const type = { 'content-type': 'application/octet-stream' }
  const query = `kind=${kind}&fileName=old.csv`
  const response = await browser.call('POST', `/api/admin/imports?${query}`, Buffer.from(file), type)
  expect(response.statusCode, response.body).toBe(202)
  return response.json()
}

/** Checks and imports as the publisher does. @returns seconds from the upload on */
async function importFile(admin: SignedIn, kind: ImportKind, file: string) {
  const pauses = monitorEventLoopDelay({ resolution: 10 })
  pauses.enable()
  const startedAtMs = performance.now()
  const work = () => shop.jobs.drain(createPublisherHandlers(shop))
  const { id, sha256 } = await send(admin, kind, file)
  await work()
  const checkedAtMs = performance.now()
  await admin.browser.post(`/api/admin/imports/${id}/apply`, { sha256 })
  await work()
  pauses.disable()
  const seconds = (performance.now() - startedAtMs) / 1000
  const found = (await admin.browser.get(`/api/admin/imports/${id}`)).json<ImportDetail>()
  const pauseMs = pauses.max / 1e6
  process.stdout.write(
    `${kind}: ${ROWS} rows, ${(file.length / 1e6).toFixed(1)} MB: checked in ${((checkedAtMs - startedAtMs) / 1000).toFixed(1)} s, ` +
      `imported after ${seconds.toFixed(1)} s, longest pause ${pauseMs.toFixed(0)} ms, on ${cpus().length} × ${cpus()[0]?.model}\n`,
  )
  return { found, seconds, pauseMs }
}

test('files of the largest number of rows are checked and imported within a minute, and the second time change nothing', async () => {
  const admin = await signInAsAdmin(shop)
  for (const [kind, file] of [
    ['customers', CUSTOMERS],
    ['orders', ORDERS],
  ] as const) {
    const first = await importFile(admin, kind, file)
    expect(first.found).toMatchObject({ state: 'applied', newRows: ROWS, faultyRows: 0 })
    expect(first.seconds).toBeLessThan(MOST_SECONDS)
    expect(first.pauseMs).toBeLessThan(first.seconds * 1000 * LONGEST_PAUSE_SHARE)
    const second = await importFile(admin, kind, file)
    expect(second.found).toMatchObject({ state: 'applied', newRows: 0, existingRows: ROWS })
  }
})
