import type { Knex } from 'knex'
import { removeUpload } from '../../http/uploads.ts'

/** An interval of PostgreSQL. */
const CHECKED_FOR = '1 day'

/** Removes imports that nobody has applied, with their files (docs/product/account.md, Retention). */
export async function removeOldImports(db: Knex, dataDir: string): Promise<void> {
  const { rows } = await db.raw<{ rows: { upload: string | null }[] }>(
    `DELETE FROM imports WHERE state IN ('checking', 'checked', 'refused') AND created_at < now() - ?::interval
     RETURNING upload`,
    [CHECKED_FOR],
  )
  for (const { upload } of rows) if (upload) await removeUpload(dataDir, upload)
}
