/** Where the bytes of files lie: a folder, or a bucket that speaks S3. What works with files knows this interface alone. */
import type { Readable } from 'node:stream'
import type { DataStore, KvStore, Upload } from '@tus/server'
import type { ListStored } from '#db/backup/objects.ts'

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
  /** Stores a file that is there as a whole. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** Undefined where there is no such file. */
  read(id: string, range?: ByteRange): Promise<Readable | undefined>
  readPreview(id: string): Promise<Readable | undefined>
  putPreview(id: string, bytes: Uint8Array): Promise<void>
  /** Calls something with the path of the file, or of a copy that goes afterwards: the scanner, and what makes its preview. */
  lookInto<Found>(id: string, look: (path: string) => Promise<Found>): Promise<Found>
  /** Removes all that is there of a file or an upload. Does nothing where there is none. */
  remove(id: string): Promise<void>
  /** Bytes that are free for more. */
  findFree(): Promise<number>
  /** Lists everything that is stored: files, incomplete uploads, and previews without their file. */
  list: ListStored
  /** URLs of a preview and of the list of all names. If one responds without a signature, the store is open to the public. */
  publicAddresses(id: string): string[]
}

const PIECE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.\w+)?$/

/** @returns the id of the file that a stored name belongs to, and whether it is the file itself; undefined for what is not of a file */
export function readStoredName(name: string): { id: string; isFile: boolean } | undefined {
  const [, id, ending] = PIECE.exec(name) ?? []
  return id === undefined ? undefined : { id, isFile: ending === undefined }
}

/** Whether the error is of a call to the bucket, which may be tried again. */
export const isOfBucket = (error: unknown) => error instanceof Error && '$metadata' in error
