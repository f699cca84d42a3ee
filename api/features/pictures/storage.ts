/** The files of pictures, in a folder. A file's name holds the hash of its content, so that no file ever changes. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../../../db/backup/uploads.ts'

export interface PictureStorage {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined where there is no such file. */
  get(name: string): Promise<Buffer | undefined>
  exists(name: string): Promise<boolean>
  /** Does nothing where there is no such file. */
  remove(name: string): Promise<void>
}

/** @param dataDir DATA_DIR; nginx serves the folder `pictures` in it */
export function openPictureFolder(dataDir: string): PictureStorage {
  const folder = join(dataDir, 'pictures')
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true })
      // Renamed when it is complete. nginx serves no file whose name begins with a dot.
      const partial = join(folder, `.${randomUUID()}`)
      await writeFile(partial, bytes)
      await rename(partial, join(folder, name))
    },
    async get(name) {
      return readFile(join(folder, name)).catch(ignoreMissing)
    },
    async exists(name) {
      return (await stat(join(folder, name)).catch(ignoreMissing)) !== undefined
    },
    async remove(name) {
      await rm(join(folder, name), { force: true })
    },
  }
}
