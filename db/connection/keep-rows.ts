import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'

const BATCH = 1000

/**
 * Writes rows that a migration is about to drop to `DATA_DIR/kept/<name>.ndjson`, one JSON object a line, readable by
 * the owner alone. Writes no file if there is no row. The operator looks after these files: the shop never reads, backs up or erases them.
 * @param trx the migration's transaction, which the cursor needs
 * @param sql a SELECT without parameters
 */
export async function keepRows(trx: Knex, name: string, sql: string): Promise<void> {
  await trx.raw(
    `DECLARE kept NO SCROLL CURSOR FOR SELECT row_to_json(kept_row)::text AS line FROM (${sql}) kept_row`,
  )
  let lines = await fetchLines(trx)
  if (lines.length > 0) {
    const dir = join(process.env.DATA_DIR || '.data', 'kept')
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const path = join(dir, `${name}.ndjson`)
    // Renamed when complete, so that a failed migration leaves no partial file under the final name.
    const file = await open(`${path}.part`, 'w', 0o600)
    try {
      for (; lines.length > 0; lines = await fetchLines(trx)) await file.write(`${lines.join('\n')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.part`, path)
  }
  await trx.raw('CLOSE kept')
}

async function fetchLines(trx: Knex): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { line: string }[] }>(`FETCH ${BATCH} FROM kept`)
  return rows.map(({ line }) => line)
}
