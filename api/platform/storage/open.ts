import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import type { Env } from '#api/platform/environment/env.ts'
import {
  ignoreMissing,
  type ObjectStore,
  openObjectFolder,
  readPath,
  type StoredFile,
} from '#db/backup/objects.ts'
import { type FileStorage, readStoredName } from './storage.ts'

export type StoreSettings = Pick<Env, 'dataDir' | 'fileStore'>

export async function openStorage({ dataDir, fileStore }: StoreSettings): Promise<FileStorage> {
  if (fileStore === undefined) return openFileFolder(dataDir)
  // Loaded on demand, because its packages take memory and time.
  const { openFileBucket } = await import('./file-bucket.ts')
  return openFileBucket(fileStore)
}

/** Opens the store of all files by path: pictures, uploads that wait for the worker, and order files for backups. */
export async function openObjects({ dataDir, fileStore }: StoreSettings): Promise<ObjectStore> {
  if (fileStore === undefined) return openObjectFolder(dataDir)
  const { openObjectBucket } = await import('./object-bucket.ts')
  return openObjectBucket(fileStore)
}

/** @param dataDir DATA_DIR; the files are in its folder `files` */
export function openFileFolder(dataDir: string): FileStorage {
  const folder = join(dataDir, 'files')
  // Backups skip names that begin with a dot: these files are still growing.
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
    lookInto: (id, look) => look(pathOf(id)),
    async remove(id) {
      for (const path of [pathOf(id), previewOf(id), join(uploads, id)]) await rm(path, { force: true })
    },
    async findFree() {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    async list() {
      const found = new Map<string, StoredFile>()
      for (const name of (await readdir(uploads).catch(ignoreMissing)) ?? []) found.set(name, {})
      for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
        const piece = readStoredName(name)
        const file = piece?.isFile ? await stat(pathOf(name)).catch(ignoreMissing) : undefined
        if (piece) found.set(piece.id, { ...found.get(piece.id), ...(file && { bytes: file.size }) })
      }
      return found
    },
    publicAddresses: () => [],
  }
}
