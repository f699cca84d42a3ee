/** Files outside the database by their path in DATA_DIR, such as `pictures/<name>`: in that folder, or in a bucket. None ever changes. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { StoredFile } from './file-list.ts'

export interface ObjectStore {
  put(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Undefined where there is no such file. */
  read(path: string): Promise<Readable | undefined>
  exists(path: string): Promise<boolean>
  /** Calls something with the file on this machine, or with a copy that goes afterwards. Where there is none, nothing is there. */
  lookInto<Found>(path: string, look: (file: string) => Promise<Found>): Promise<Found>
  /** Does nothing where there is no such file. */
  remove(path: string): Promise<void>
  /** The complete files by their names. @param folder such as `pictures` */
  list(folder: string): Promise<Map<string, StoredFile>>
}

/** @param dir DATA_DIR, or the folder of backups */
export function openObjectFolder(dir: string): ObjectStore {
  const pathOf = (path: string) => join(dir, path)
  return {
    async put(path, bytes) {
      const folder = dirname(pathOf(path))
      await mkdir(folder, { recursive: true })
      // Renamed when it is complete. Nobody serves or copies a name that begins with a dot.
      const partial = join(folder, `.${randomUUID()}`)
      try {
        // nginx, which is another user, reads the pictures.
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

/** Opens the file at once, because a response that has begun can no longer say that there is none. */
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
