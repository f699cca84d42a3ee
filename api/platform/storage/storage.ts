/** Storage of file contents, in a folder or an S3-compatible bucket. Other code only knows this interface. */
import type { Readable } from 'node:stream'
import type { DataStore, KvStore, Upload } from '@tus/server'
import type { ListStored } from '#db/backup/objects.ts'

/** Kept free for the shop itself, whose database may be on the same disk. */
export const RESERVED_DISK_BYTES = 500_000_000

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface FileStorage {
  /** Receives the pieces of uploads. @param rows store of each upload's size */
  openUploads(rows: KvStore<Upload>): DataStore
  /** Moves a complete upload to the files. Does nothing if it is there already. */
  keep(id: string): Promise<void>
  /** Stores a complete file. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** undefined if there is no such file. */
  read(id: string, range?: ByteRange): Promise<Readable | undefined>
  readPreview(id: string): Promise<Readable | undefined>
  putPreview(id: string, bytes: Uint8Array): Promise<void>
  /** Calls `look` with the path of the file, or of a temporary copy. For the scanner and the preview. */
  lookInto<Found>(id: string, look: (path: string) => Promise<Found>): Promise<Found>
  /** Removes everything of a file or an upload. Does nothing if there is none. */
  remove(id: string): Promise<void>
  /** Free space in bytes. */
  findFree(): Promise<number>
  /** Lists everything that is stored: files, incomplete uploads, and previews without a file. */
  list: ListStored
  /** URLs of a preview and of the list of names. If one responds without a signature, the store is open to the public. */
  publicAddresses(id: string): string[]
}

const PIECE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.\w+)?$/

/** @returns the file id of a stored name, and whether it is the file itself; undefined for other names */
export function readStoredName(name: string): { id: string; isFile: boolean } | undefined {
  const [, id, ending] = PIECE.exec(name) ?? []
  return id === undefined ? undefined : { id, isFile: ending === undefined }
}

/** Whether the error came from a bucket call, which may be retried. */
export const isOfBucket = (error: unknown) => error instanceof Error && '$metadata' in error
