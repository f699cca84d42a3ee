/** Raw files as they were sent: stored under random names and never opened by the processes that answer people. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '../base/errors.ts'

/** @param upload its random name */
export const uploadPath = (dataDir: string, upload: string) => join(dataDir, 'uploads', upload)

/** Its message is for people. */
export class TooLarge extends DomainError {
  constructor(message: string) {
    super(413, 'too_large', message)
  }
}

/** How much is taken. */
export interface UploadLimit {
  bytes: number
  /** What is said to who sends more. */
  message: string
}

/**
 * Writes what arrives to the disk piece by piece. Nothing stays of what was not wanted.
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
