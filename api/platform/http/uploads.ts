/** Uploaded files, as they were sent: stored under random names, and never opened by the API's processes. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DomainError } from '#api/platform/errors.ts'
import type { ObjectStore } from '#db/backup/objects.ts'

/** @param upload the file's random name */
export const uploadPath = (upload: string) => `uploads/${upload}`

/** The upload is too large. The message is shown to people. */
export class TooLarge extends DomainError {
  constructor(message: string) {
    super(413, 'too_large', message)
  }
}

export interface UploadLimit {
  bytes: number
  /** Shown to somebody who sends a larger file. */
  message: string
}

/**
 * Stores the upload as it arrives. One that is refused or breaks off leaves no file.
 * @returns the name of the file
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
