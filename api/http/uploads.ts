/** Uploaded files, as they were sent: stored under random names, and never opened by the API's processes. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '../base/errors.ts'

/** @param upload the file's random name */
export const uploadPath = (dataDir: string, upload: string) => join(dataDir, 'uploads', upload)

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
 * Writes the upload to disk as it arrives. One that is refused or breaks off leaves no file.
 * @returns the name of the file
 * @throws TooLarge
 */
export async function storeUpload(dataDir: string, body: Readable, limit: UploadLimit): Promise<string> {
  const upload = randomUUID()
  const path = uploadPath(dataDir, upload)
  await mkdir(join(dataDir, 'uploads'), { recursive: true })
  try {
    await pipeline(
      body,
      (pieces: AsyncIterable<Buffer>) => limitBytes(pieces, limit),
      createWriteStream(path, { mode: 0o600 }),
    )
    return upload
  } catch (error) {
    await removeUpload(dataDir, upload)
    throw error
  }
}

export async function removeUpload(dataDir: string, upload: string): Promise<void> {
  await rm(uploadPath(dataDir, upload), { force: true })
}

async function* limitBytes(pieces: AsyncIterable<Buffer>, limit: UploadLimit): AsyncIterable<Buffer> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > limit.bytes) throw new TooLarge(limit.message)
    yield piece
  }
}
