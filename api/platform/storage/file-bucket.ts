/** Keeps order files in an S3-compatible bucket, under the same names as in the folder. */
import { S3Store } from '@tus/s3-store'
import './close-late-files.ts'
import type { KvStore, Upload } from '@tus/server'
import type { StoredFile } from '#db/backup/objects.ts'
import { ignoreAbsent, openBucket } from './bucket.ts'
import { type FileStorage, readStoredName } from './storage.ts'

/** Suffixes of objects beside a file: its preview, and the notes and buffer that the library stores during an upload. */
const BESIDE = ['.webp', '.info', '.part']

/** @param address FILE_STORE, such as s3://bucket?endpoint=https://s3.example */
export function openFileBucket(address: string): FileStorage {
  const { Bucket, s3, config, addressOf, read, lookInto } = openBucket(address)

  async function remove(id: string): Promise<void> {
    const { Uploads = [] } = await s3.listMultipartUploads({ Bucket, Prefix: id })
    for (const { Key, UploadId } of Uploads)
      await s3.abortMultipartUpload({ Bucket, Key, UploadId }).catch(ignoreAbsent)
    for (const ending of ['', ...BESIDE]) await s3.deleteObject({ Bucket, Key: `${id}${ending}` })
  }

  /** One instance per call, so that the library's cache does not hide what another process completes. */
  class Uploads extends S3Store {
    readonly #rows: KvStore<Upload>

    constructor(rows: KvStore<Upload>) {
      super({ s3ClientConfig: { ...config, bucket: Bucket }, useTags: false })
      this.#rows = rows
    }

    /** The library treats every error as a missing upload, and browsers would start over. So errors are thrown here first. */
    override async getUpload(id: string): Promise<Upload> {
      await this.getMetadata(id).catch(ignoreAbsent)
      return super.getUpload(id)
    }

    /** The library would leave an incomplete upload's buffer behind, and does not know the database row. */
    override async remove(id: string): Promise<void> {
      await remove(id)
      await this.#rows.delete(id)
    }
  }

  return {
    openUploads: (rows) => new Uploads(rows),
    // The last piece has already stored it under its final name.
    keep: () => Promise.resolve(),
    async put(id, bytes) {
      await s3.putObject({ Bucket, Key: id, Body: bytes })
    },
    read,
    readPreview: (id) => read(`${id}.webp`),
    async putPreview(id, bytes) {
      await s3.putObject({ Bucket, Key: `${id}.webp`, Body: bytes, ContentType: 'image/webp' })
    },
    lookInto,
    remove,
    findFree: () => Promise.resolve(Number.POSITIVE_INFINITY),
    async list() {
      const found = new Map<string, StoredFile>()
      let KeyMarker: string | undefined
      let UploadIdMarker: string | undefined
      do {
        const page = await s3.listMultipartUploads({ Bucket, KeyMarker, UploadIdMarker })
        for (const { Key = '' } of page.Uploads ?? []) if (readStoredName(Key)) found.set(Key, {})
        KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined
        UploadIdMarker = page.NextUploadIdMarker
      } while (KeyMarker !== undefined)
      let ContinuationToken: string | undefined
      do {
        const page = await s3.listObjectsV2({ Bucket, Delimiter: '/', ContinuationToken })
        for (const { Key = '', Size: bytes, ETag: etag } of page.Contents ?? []) {
          const piece = readStoredName(Key)
          if (piece) found.set(piece.id, { ...found.get(piece.id), ...(piece.isFile && { bytes, etag }) })
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
      return found
    },
    publicAddresses: (id) => [addressOf(`${id}.webp`), addressOf('?list-type=2')],
  }
}
