/** Copies uploaded pictures beside the backups. A file's name is the hash of its contents, so each is copied once. */
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const picturesOf = (dataDir: string) => join(dataDir, 'pictures')
/** All backups of a folder share one folder of pictures. */
export const picturesBeside = (backup: string) => join(dirname(backup), 'pictures')

/**
 * Also sets the times of earlier copies to now, which tells {@link removePicturesBefore} that a backup needs them.
 * @returns the number of copied files
 */
export async function copyPictures(from: string, to: string): Promise<number> {
  const names = await listPictures(from)
  if (names.length === 0) return 0
  await mkdir(to, { recursive: true })
  const earlier = new Set(await listPictures(to))
  const now = new Date()
  let copied = 0
  for (const name of names) {
    if (earlier.has(name)) await utimes(join(to, name), now, now)
    else if (await copy(join(from, name), join(to, name))) copied += 1
  }
  return copied
}

/** Removes pictures that no backup since this time has needed. */
export async function removePicturesBefore(folder: string, time: Date): Promise<void> {
  for (const name of await listPictures(folder)) {
    const { mtime } = await stat(join(folder, name))
    if (mtime < time) await rm(join(folder, name))
  }
}

/** Not the files that are still being written. */
async function listPictures(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(ignoreMissing)
  return (names ?? []).filter((name) => !name.startsWith('.'))
}

/** Not by `copyFile`, so that the copy has the permissions of a new file. @returns false if the shop has just removed the file */
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
