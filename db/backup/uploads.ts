/** Copies uploaded pictures and order files beside the backups. A stored file never changes, so each is copied once. */
import { rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ObjectStore, openObjectFolder, type StoredFile } from './objects.ts'

/** The folders of DATA_DIR that are copied, with the same names beside the backups. */
const FOLDERS = ['pictures', 'files']

/** The folder of a backup. All backups in it share one set of copies. */
export const besideBackup = (file: string) => dirname(file)

/**
 * Copies files that are missing or have another size.
 * @param hasOtherContent tells whether a file of the same size has other content
 * @param onThere called for each file that is in place afterwards
 * @returns the paths of the copied files
 */
export async function copyObjects(
  from: ObjectStore,
  to: ObjectStore,
  {
    hasOtherContent = () => false,
    onThere = async () => {},
  }: {
    hasOtherContent?: (name: string, there: StoredFile) => boolean
    onThere?: (path: string) => Promise<void>
  } = {},
): Promise<Set<string>> {
  const copied = new Set<string>()
  for (const folder of FOLDERS) {
    const earlier = await to.list(folder)
    for (const [name, { bytes }] of await from.list(folder)) {
      const path = `${folder}/${name}`
      const there = earlier.get(name)
      if (!there || there.bytes !== bytes || hasOtherContent(name, there)) {
        const source = await from.read(path)
        // The shop may have removed it meanwhile.
        if (!source) continue
        await to.put(path, source)
        copied.add(path)
      }
      await onThere(path)
    }
  }
  return copied
}

/**
 * Also sets the times of earlier copies to now, which tells {@link removeCopiesBefore} that a backup needs them.
 * @param folder of the backups
 * @returns the number of copied files
 */
export async function copyUploads(objects: ObjectStore, folder: string): Promise<number> {
  const now = new Date()
  const onThere = (path: string) => utimes(join(folder, path), now, now)
  return (await copyObjects(objects, openObjectFolder(folder), { onThere })).size
}

/** Removes copies that no backup since this time has needed. @param folder of the backups */
export async function removeCopiesBefore(folder: string, time: Date): Promise<void> {
  const copies = openObjectFolder(folder)
  for (const kind of FOLDERS)
    for (const [name, { storedAt }] of await copies.list(kind))
      if (storedAt && storedAt < time) await rm(join(folder, kind, name))
}
