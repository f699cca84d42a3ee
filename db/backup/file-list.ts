/** Which files of orders a backup goes with, and which of them are not there any more after it was restored. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import type { Knex } from 'knex'

/** What a store has of a file. */
export interface StoredFile {
  /** Undefined where the file is not complete. */
  bytes?: number
  /** Told by a bucket, and another one for other bytes. */
  etag?: string
  storedAt?: Date
}

/** By the id of the file. */
export type ListStored = () => Promise<Map<string, StoredFile>>

interface ListedFile {
  id: string
  bytes: number
  etag?: string
}

export const fileListOf = (file: string) => `${file}.files.json`

/** The complete files that the database names. None where it is older than they are. */
export async function listNamedFiles(db: Knex): Promise<ListedFile[]> {
  if (!(await db.schema.hasTable('order_files'))) return []
  const rows: { id: string; sizeBytes: string }[] = await db('order_files')
    .whereIn('state', ['checking', 'ready'])
    .orderBy('id')
    .select('id', 'sizeBytes')
  return rows.map(({ id, sizeBytes }) => ({ id, bytes: Number(sizeBytes) }))
}

/** Without etags where the store is away, because the database is worth a backup all the same. @param named in the backup's snapshot */
export async function writeFileList(file: string, named: ListedFile[], list: ListStored): Promise<void> {
  const stored = await list().catch(() => new Map<string, StoredFile>())
  const listed = named.map((one) => ({ ...one, etag: stored.get(one.id)?.etag }))
  await writeFile(fileListOf(file), JSON.stringify(listed))
}

/** @returns the ids of files that the restored database names, and that are missing or other ones than at the backup */
export async function findMissing(db: Knex, file: string, list: ListStored): Promise<string[]> {
  const stored = await list()
  const at: ListedFile[] = existsSync(fileListOf(file))
    ? JSON.parse(await readFile(fileListOf(file), 'utf8'))
    : []
  const etags = new Map(at.map(({ id, etag }) => [id, etag]))
  const isThere = ({ id, bytes }: ListedFile) => {
    const found = stored.get(id)
    const etag = etags.get(id)
    return found?.bytes === bytes && (!etag || !found.etag || found.etag === etag)
  }
  return (await listNamedFiles(db)).filter((named) => !isThere(named)).map(({ id }) => id)
}
