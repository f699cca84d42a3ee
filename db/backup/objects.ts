/** Stores files outside the database, in DATA_DIR or in a bucket. Paths are relative to DATA_DIR, such as `pictures/<name>`. A stored file never changes. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Knex } from 'knex'

export interface ObjectStore {
  put(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** @returns undefined if there is no such file */
  read(path: string): Promise<Readable | undefined>
  exists(path: string): Promise<boolean>
  /** Calls `look` with the path of the file or of a temporary copy. The path does not exist if there is no such file. */
  lookInto<Found>(path: string, look: (file: string) => Promise<Found>): Promise<Found>
  /** Does nothing if there is no such file. */
  remove(path: string): Promise<void>
  /** Lists the complete files by name. @param folder such as `pictures` */
  list(folder: string): Promise<Map<string, StoredFile>>
}

/** @param dir DATA_DIR, or the folder of backups */
export function openObjectFolder(dir: string): ObjectStore {
  const pathOf = (path: string) => join(dir, path)
  return {
    async put(path, bytes) {
      const folder = dirname(pathOf(path))
      await mkdir(folder, { recursive: true })
      // Renamed when complete. Names that begin with a dot are never served or copied.
      const partial = join(folder, `.${randomUUID()}`)
      try {
        // nginx runs as another user and must read the pictures.
        await writeFile(partial, bytes, { mode: path.startsWith('uploads/') ? 0o600 : 0o666 })
        await rename(partial, pathOf(path))
      } finally {
        await rm(partial, { force: true })
      }
    },
    read: (path) => readPath(pathOf(path)),
    exists: async (path) => (await stat(pathOf(path)).catch(ignoreMissing)) !== undefined,
    lookInto: (path, look) => look(pathOf(path)),
    remove: (path) => rm(pathOf(path), { force: true }),
    async list(folder) {
      const found = new Map<string, StoredFile>()
      for (const name of (await readdir(pathOf(folder)).catch(ignoreMissing)) ?? []) {
        const file = name.startsWith('.')
          ? undefined
          : await stat(join(dir, folder, name)).catch(ignoreMissing)
        if (file?.isFile()) found.set(name, { bytes: file.size, storedAt: file.mtime })
      }
      return found
    },
  }
}

/** Opens the file before returning the stream: once a response has begun, it can no longer become a 404. */
export async function readPath(
  path: string,
  range?: { start: number; end: number },
): Promise<Readable | undefined> {
  const bytes = createReadStream(path, range)
  const opened = await once(bytes, 'open').catch(ignoreMissing)
  return opened && bytes
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** A file as the store lists it. */
export interface StoredFile {
  /** Undefined if the file is not complete. */
  bytes?: number
  /** The bucket's ETag, which changes with the content. */
  etag?: string
  storedAt?: Date
}

/** Lists the stored files by file id. */
export type ListStored = () => Promise<Map<string, StoredFile>>

interface ListedFile {
  id: string
  bytes: number
  etag?: string
}

export const fileListOf = (file: string) => `${file}.files.json`

/** Lists the complete files that the database names. An older database without that table has none. */
export async function listNamedFiles(db: Knex): Promise<ListedFile[]> {
  if (!(await db.schema.hasTable('order_files'))) return []
  const rows: { id: string; sizeBytes: string }[] = await db('order_files')
    .whereIn('state', ['checking', 'ready'])
    .orderBy('id')
    .select('id', 'sizeBytes')
  return rows.map(({ id, sizeBytes }) => ({ id, bytes: Number(sizeBytes) }))
}

/** @param named the files named in the backup's snapshot */
export async function writeFileList(file: string, named: ListedFile[], list: ListStored): Promise<void> {
  const stored = await list()
  const listed = named.map((one) => ({ ...one, etag: stored.get(one.id)?.etag }))
  await writeFile(fileListOf(file), JSON.stringify(listed))
}

/** @returns a function that tells whether a stored file differs from the one at the time of the backup */
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

/** @returns the ids of files that the restored database names and that are missing, or differ from those at the time of the backup */
export async function findMissing(
  db: Knex,
  hasOtherContent: (id: string, there: StoredFile) => boolean,
  list: ListStored,
): Promise<string[]> {
  const stored = await list()
  const isThere = ({ id, bytes }: ListedFile) => {
    const found = stored.get(id)
    return found?.bytes === bytes && !hasOtherContent(id, found)
  }
  return (await listNamedFiles(db)).filter((named) => !isThere(named)).map(({ id }) => id)
}
