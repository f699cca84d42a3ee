/** Keeps files in a bucket that speaks S3, under the names that they have in the folder. Only ever imported where it is configured. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import type { KvStore, Upload } from '@tus/server'
import type { StoredFile } from '../../db/backup/file-list.ts'
import { type ByteRange, type FileStorage, readStoredName } from './storage.ts'

/** What lies beside a file: its preview, and what the library notes and buffers of its upload. */
const BESIDE = ['.webp', '.info', '.part']
const CONNECTS_WITHIN_MS = 3_000
/** Between two pieces of an answer, too, which a slow visitor may hold up. */
const ANSWERS_WITHIN_MS = 60_000
/** Each visitor who downloads occupies one. */
const MOST_CONNECTIONS = 500

interface Bucket {
  Bucket: string
  s3: S3
  config: S3ClientConfig
  /** Of a name, without a signature. */
  addressOf: (name: string) => string
}

const opened = new Map<string, Bucket>()

/** Once for each address, because each has connections of its own. */
function openBucket(address: string): Bucket {
  const known = opened.get(address)
  if (known) return known
  const { hostname, username, password, searchParams } = new URL(address)
  const endpoint = searchParams.get('endpoint')?.replace(/\/$/, '')
  const region = searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1'
  const config: S3ClientConfig = {
    region,
    // By default with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or by the role of the machine.
    ...(username && {
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
    }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Other servers than Amazon's know no checksums that the protocol does not demand.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTS_WITHIN_MS,
      socketTimeout: ANSWERS_WITHIN_MS,
      httpAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
    },
  }
  const s3 = new S3(config)
  const root = endpoint ? `${endpoint}/${hostname}` : `https://${hostname}.s3.${region}.amazonaws.com`
  const bucket: Bucket = {
    Bucket: hostname,
    s3,
    // All clients of a bucket share its connections.
    config: { ...config, requestHandler: s3.config.requestHandler },
    addressOf: (name) => `${root}/${name}`,
  }
  opened.set(address, bucket)
  return bucket
}

/** @param address FILE_STORE, such as s3://bucket?endpoint=https://s3.example */
export function openFileBucket(address: string): FileStorage {
  const { Bucket, s3, config, addressOf } = openBucket(address)
  const get = async (Key: string, range?: ByteRange): Promise<Readable | undefined> => {
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await s3.getObject({ Bucket, Key, ...(Range && { Range }) }).catch(ignoreAbsent)
    return found?.Body as Readable | undefined
  }

  async function remove(id: string): Promise<void> {
    const { Uploads = [] } = await s3.listMultipartUploads({ Bucket, Prefix: id })
    for (const { Key, UploadId } of Uploads)
      await s3.abortMultipartUpload({ Bucket, Key, UploadId }).catch(ignoreAbsent)
    for (const ending of ['', ...BESIDE]) await s3.deleteObject({ Bucket, Key: `${id}${ending}` })
  }

  /** For one call, so that the library's cache does not keep what another process completes. */
  class Uploads extends S3Store {
    readonly #rows: KvStore<Upload>

    constructor(rows: KvStore<Upload>) {
      super({ s3ClientConfig: { ...config, bucket: Bucket }, useTags: false })
      this.#rows = rows
    }

    /** The library takes any fault for an upload that is not there, and its visitor would begin anew. */
    override async getUpload(id: string): Promise<Upload> {
      await this.getMetadata(id).catch(ignoreAbsent)
      return super.getUpload(id)
    }

    /** The library leaves the last bytes of what is not complete, and knows no rows. */
    override async remove(id: string): Promise<void> {
      await remove(id)
      await this.#rows.delete(id)
    }
  }

  return {
    openUploads: (rows) => new Uploads(rows),
    // The last piece has put it under its name.
    keep: () => Promise.resolve(),
    async put(id, bytes) {
      await s3.putObject({ Bucket, Key: id, Body: bytes })
    },
    read: get,
    readPreview: (id) => get(`${id}.webp`),
    async putPreview(id, bytes) {
      await s3.putObject({ Bucket, Key: `${id}.webp`, Body: bytes, ContentType: 'image/webp' })
    },
    async lookInto(id, look) {
      const folder = await mkdtemp(join(tmpdir(), 'shop-file-'))
      try {
        const bytes = await get(id)
        const path = join(folder, id)
        if (bytes) await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
        return await look(path)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
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

function ignoreAbsent(error: unknown): undefined {
  if (error instanceof Error && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name)) return
  throw error
}
