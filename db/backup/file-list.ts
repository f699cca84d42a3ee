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

/** @param named in the backup's snapshot */
export async function writeFileList(file: string, named: ListedFile[], list: ListStored): Promise<void> {
  const stored = await list()
  const listed = named.map((one) => ({ ...one, etag: stored.get(one.id)?.etag }))
  await writeFile(fileListOf(file), JSON.stringify(listed))
}

/** @returns says whether what a store has is another file than at the backup, of whatever size */
export async function readFileList(file: string): Promise<(id: string, there: StoredFile) => boolean> {
  const at: ListedFile[] = existsSync(fileListOf(file))
    ? JSON.parse(await readFile(fileListOf(file), 'utf8'))
    : []
  const etags = new Map(at.map(({ id, etag }) => [id, etag]))
  return (id, there) => {
    const etag = etags.get(id)
    return etag !== undefined && there.etag !== undefined && there.etag !== etag
  }
}

/** @returns the ids of files that the restored database names, and that are missing or other ones than at the backup */
export async function findMissing(
  db: Knex,
  isOther: (id: string, there: StoredFile) => boolean,
  list: ListStored,
): Promise<string[]> {
  const stored = await list()
  const isThere = ({ id, bytes }: ListedFile) => {
    const found = stored.get(id)
    return found?.bytes === bytes && !isOther(id, found)
  }
  return (await listNamedFiles(db)).filter((named) => !isThere(named)).map(({ id }) => id)
}
