import { type ObjectStore, openObjectFolder } from '../../db/backup/objects.ts'
import type { Env } from '../base/env.ts'
import { openFileFolder } from './folder.ts'
import type { FileStorage } from './storage.ts'

export type StoreSettings = Pick<Env, 'dataDir' | 'fileStore'>

/** Where files of orders lie. */
export async function openStorage({ dataDir, fileStore }: StoreSettings): Promise<FileStorage> {
  if (fileStore === undefined) return openFileFolder(dataDir)
  // Loaded where it is configured alone, because its packages take memory and time.
  const { openFileBucket } = await import('./file-bucket.ts')
  return openFileBucket(fileStore)
}

/** Where all of it lies by its path: pictures, what waits for the publisher, and files of orders for their copies. */
export async function openObjects({ dataDir, fileStore }: StoreSettings): Promise<ObjectStore> {
  if (fileStore === undefined) return openObjectFolder(dataDir)
  const { openObjectBucket } = await import('./object-bucket.ts')
  return openObjectBucket(fileStore)
}
