/** Where the bytes of files lie: a folder. What works with files knows this interface alone. */
import { mkdir, open, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import type { DataStore, KvStore, Upload } from '@tus/server'
import { ignoreMissing } from '../../../db/backup/uploads.ts'

/** Kept free for the shop itself, whose database may lie on the same disk. */
export const KEPT_FREE_BYTES = 500_000_000

/** From which byte to which, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface FileStorage {
  /** Takes the pieces of uploads. @param rows what knows the size of each upload */
  openUploads(rows: KvStore<Upload>): DataStore
  /** Puts a complete upload among the files. Does nothing where it is there already. */
  keep(id: string): Promise<void>
  /** Undefined where there is no such file. */
  /** Stores a file that is there as a whole. */
  put(id: string, bytes: Uint8Array): Promise<void>
  read(id: string, range?: ByteRange): Promise<Readable | undefined>
  readPreview(id: string): Promise<Readable | undefined>
  putPreview(id: string, bytes: Uint8Array): Promise<void>
  /** The path of the file, for what looks into it: the scanner, and what makes its preview. */
  pathOf(id: string): string
  /** Removes a file with its preview. Does nothing where there is none. */
  remove(id: string): Promise<void>
  /** Bytes that are free for more. */
  findFree(): Promise<number>
}

/** @param dataDir DATA_DIR; the files lie in its folder `files` */
export function openFileFolder(dataDir: string): FileStorage {
  const folder = join(dataDir, 'files')
  // Backups copy no name that begins with a dot, because what is in there still grows.
  const uploads = join(folder, '.uploads')
  const pathOf = (id: string) => join(folder, id)
  const previewOf = (id: string) => join(folder, `${id}.webp`)
  return {
    openUploads: (rows) => new FileStore({ directory: uploads, configstore: rows }),
    keep: (id) => rename(join(uploads, id), pathOf(id)).catch(ignoreMissing),
    async put(id, bytes) {
      await mkdir(folder, { recursive: true })
      await writeFile(pathOf(id), bytes, { mode: 0o600 })
    },
    read: (id, range) => readPath(pathOf(id), range),
    readPreview: (id) => readPath(previewOf(id)),
    putPreview: (id, bytes) => writeFile(previewOf(id), bytes, { mode: 0o600 }),
    pathOf,
    async remove(id) {
      for (const path of [pathOf(id), previewOf(id), join(uploads, id)]) await rm(path, { force: true })
    },
    async findFree() {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

/** Opens the file at once, because a response that has begun can no longer say that there is none. */
async function readPath(path: string, range?: ByteRange): Promise<Readable | undefined> {
  const file = await open(path).catch(ignoreMissing)
  return file?.createReadStream(range)
}
