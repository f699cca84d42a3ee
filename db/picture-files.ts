/** Uploaded pictures beside the backups. A name holds the hash of its contents, so each file is copied once. */
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const picturesOf = (dataDir: string) => join(dataDir, 'pictures')
/** One folder for all backups of a folder. */
export const picturesBeside = (backup: string) => join(dirname(backup), 'pictures')

/**
 * Those that are there already get the time of now, so that {@link removePicturesBefore} knows which ones the last backups need.
 * @returns how many were copied
 */
export async function copyPictures(from: string, to: string): Promise<number> {
  const names = await listPictures(from)
  if (names.length === 0) return 0
  await mkdir(to, { recursive: true })
  const there = new Set(await listPictures(to))
  const now = new Date()
  let copied = 0
  for (const name of names) {
    if (there.has(name)) await utimes(join(to, name), now, now)
    else if (await copy(join(from, name), join(to, name))) copied += 1
  }
  return copied
}

/** What no backup since then had. */
export async function removePicturesBefore(folder: string, time: Date): Promise<void> {
  for (const name of await listPictures(folder)) {
    const { mtime } = await stat(join(folder, name))
    if (mtime < time) await rm(join(folder, name))
  }
}

/** Without those that are still being written. */
async function listPictures(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(ignoreMissing)
  return (names ?? []).filter((name) => !name.startsWith('.'))
}

/** With the rights that a new file has here. @returns false where the shop has just removed it */
async function copy(from: string, to: string): Promise<boolean> {
  const bytes = await readFile(from).catch(ignoreMissing)
  if (!bytes) return false
  const partial = join(dirname(to), '.partial')
  await writeFile(partial, bytes)
  await rename(partial, to)
  return true
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
