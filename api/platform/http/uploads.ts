/** Stores uploaded files unchanged, under random names. API processes never open them. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DomainError } from '#api/platform/errors.ts'
import type { ObjectStore } from '#db/backup/objects.ts'

export const uploadPath = (upload: string) => `uploads/${upload}`

/** 413. The message is shown to the user. */
export class TooLarge extends DomainError {
  constructor(message: string) {
    super(413, 'too_large', message)
  }
}

export interface UploadLimit {
  bytes: number
  /** Shown to a user whose file is larger. */
  message: string
}

/**
 * Streams the upload to the store. A refused or broken-off upload leaves no file.
 * @returns the file's name
 * @throws TooLarge
 */
export async function storeUpload(objects: ObjectStore, body: Readable, limit: UploadLimit): Promise<string> {
  const upload = randomUUID()
  await objects.put(uploadPath(upload), limitBytes(body, limit))
  return upload
}

export const removeUpload = (objects: ObjectStore, upload: string) => objects.remove(uploadPath(upload))

async function* limitBytes(pieces: AsyncIterable<Buffer>, limit: UploadLimit): AsyncIterable<Buffer> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > limit.bytes) throw new TooLarge(limit.message)
    yield piece
  }
}
