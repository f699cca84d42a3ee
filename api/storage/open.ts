import type { Env } from '../base/env.ts'
import { openFileFolder } from './folder.ts'
import type { FileStorage } from './storage.ts'

export type StoreSettings = Pick<Env, 'dataDir' | 'fileStore'>

export async function openStorage({ dataDir, fileStore }: StoreSettings): Promise<FileStorage> {
  if (fileStore === undefined) return openFileFolder(dataDir)
  // Loaded where it is configured alone, because its packages take memory and time.
  const { openFileBucket } = await import('./bucket.ts')
  return openFileBucket(fileStore)
}
