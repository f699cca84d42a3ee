/** Keeps files by path in a bucket: order files under their bare names, all others in folders. */
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ObjectStore, StoredFile } from '#db/backup/objects.ts'
import { ignoreAbsent, openBucket, withTemporaryFile } from './bucket.ts'
import { readStoredName } from './storage.ts'

const FILES = 'files/'
const keyOf = (path: string) => (path.startsWith(FILES) ? path.slice(FILES.length) : path)

/** A file of an order or its preview; not the notes and buffer of an upload. */
const isComplete = (key: string) => {
  const piece = readStoredName(key)
  return piece !== undefined && (piece.isFile || key.endsWith('.webp'))
}

/** @param address FILE_STORE, such as s3://bucket?endpoint=https://s3.example */
export function openObjectBucket(address: string): ObjectStore {
  const { Bucket, s3, read, lookInto } = openBucket(address)
  return {
    async put(path, bytes) {
      const Key = keyOf(path)
      if (bytes instanceof Uint8Array) {
        await s3.putObject({ Bucket, Key, Body: bytes })
        return
      }
      // The bucket needs the size first, and a slow sender must not hold one of its connections.
      await withTemporaryFile('object', async (file) => {
        await pipeline(bytes, createWriteStream(file, { mode: 0o600 }))
        const { size: ContentLength } = await stat(file)
        await s3.putObject({ Bucket, Key, Body: createReadStream(file), ContentLength })
      })
    },
    read: (path) => read(keyOf(path)),
    exists: async (path) =>
      (await s3.headObject({ Bucket, Key: keyOf(path) }).catch(ignoreAbsent)) !== undefined,
    lookInto: (path, look) => lookInto(keyOf(path), look),
    async remove(path) {
      await s3.deleteObject({ Bucket, Key: keyOf(path) })
    },
    async list(folder) {
      const Prefix = keyOf(`${folder}/`)
      const found = new Map<string, StoredFile>()
      let ContinuationToken: string | undefined
      do {
        const page = await s3.listObjectsV2({ Bucket, Prefix, Delimiter: '/', ContinuationToken })
        for (const { Key = '', Size: bytes, ETag: etag, LastModified: storedAt } of page.Contents ?? [])
          if (Prefix || isComplete(Key))
            found.set(Key.slice(Prefix.length), {
              ...(bytes !== undefined && { bytes }),
              ...(etag !== undefined && { etag }),
              ...(storedAt && { storedAt }),
            })
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
      return found
    },
  }
}
