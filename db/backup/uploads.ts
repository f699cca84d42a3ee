/** Copies uploaded pictures and files of orders beside the backups. None of them ever changes, so each is copied once. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ignoreMissing } from './objects.ts'

/** The folders of DATA_DIR that are copied, and beside the backups. */
const FOLDERS = ['pictures', 'files']

/** The folder of a backup, whose backups share their copies. */
export const besideBackup = (file: string) => dirname(file)

/**
 * Also sets the times of earlier copies to now, which tells {@link removeCopiesBefore} that a backup needs them.
 * @param from, to DATA_DIR and the folder of the backups, or the other way round
 * @returns the number of copied files
 */
export async function copyUploads(from: string, to: string): Promise<number> {
  let copied = 0
  for (const folder of FOLDERS) copied += await copyFolder(join(from, folder), join(to, folder))
  return copied
}

async function copyFolder(from: string, to: string): Promise<number> {
  const names = await listComplete(from)
  if (names.length === 0) return 0
  await mkdir(to, { recursive: true })
  const earlier = new Set(await listComplete(to))
  const now = new Date()
  let copied = 0
  for (const name of names) {
    if (earlier.has(name)) await utimes(join(to, name), now, now)
    else if (await copy(join(from, name), join(to, name))) copied += 1
  }
  return copied
}

/** Removes copies that no backup since this time has needed. @param folder of the backups */
export async function removeCopiesBefore(folder: string, time: Date): Promise<void> {
  for (const kind of FOLDERS) {
    for (const name of await listComplete(join(folder, kind))) {
      const path = join(folder, kind, name)
      if ((await stat(path)).mtime < time) await rm(path)
    }
  }
}

/** Not what is still being written. */
async function listComplete(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(ignoreMissing)
  return (names ?? []).filter((name) => !name.startsWith('.'))
}

/** Not by `copyFile`, so that the copy has the permissions of a new file. @returns false if the shop has just removed the file */
async function copy(from: string, to: string): Promise<boolean> {
  const partial = join(dirname(to), '.partial')
  try {
    await pipeline(createReadStream(from), createWriteStream(partial))
  } catch (error) {
    return ignoreMissing(error as NodeJS.ErrnoException) ?? false
  }
  await rename(partial, to)
  return true
}
