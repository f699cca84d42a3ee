/** Client of an S3-compatible bucket. Imported only if a bucket is configured. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { ByteRange } from './storage.ts'

const CONNECTS_WITHIN_MS = 3_000
/** Longest wait for a response or between two pieces of it; slow visitors delay the next piece. */
const ANSWERS_WITHIN_MS = 60_000
/** Each running download uses one connection. */
const MOST_CONNECTIONS = 500

export interface Bucket {
  Bucket: string
  s3: S3
  config: S3ClientConfig
  /** Unsigned URL of an object. */
  addressOf: (name: string) => string
  /** undefined if there is no such object. */
  read(Key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Calls `look` with the path of a temporary copy. */
  lookInto<Found>(Key: string, look: (path: string) => Promise<Found>): Promise<Found>
}

const opened = new Map<string, Bucket>()

/** Opens each address once, because every client has its own connections. */
export function openBucket(address: string): Bucket {
  const known = opened.get(address)
  if (known) return known
  const { hostname, username, password, searchParams } = new URL(address)
  const endpoint = searchParams.get('endpoint')?.replace(/\/$/, '')
  const region = searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1'
  const config: S3ClientConfig = {
    region,
    // Default: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the machine's role.
    ...(username && {
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
    }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Servers other than Amazon's may not support optional checksums.
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
  const read = async (Key: string, range?: ByteRange): Promise<Readable | undefined> => {
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await s3.getObject({ Bucket: hostname, Key, ...(Range && { Range }) }).catch(ignoreAbsent)
    return found?.Body as Readable | undefined
  }
  const bucket: Bucket = {
    Bucket: hostname,
    s3,
    // Other clients of this bucket share its connections.
    config: { ...config, requestHandler: s3.config.requestHandler },
    addressOf: (name) => `${root}/${name}`,
    read,
    lookInto: (Key, look) =>
      withTemporaryFile(basename(Key), async (path) => {
        const bytes = await read(Key)
        if (bytes) await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
        return await look(path)
      }),
  }
  opened.set(address, bucket)
  return bucket
}

/** Calls `use` with the path of a temporary file, and removes the file afterwards. */
export async function withTemporaryFile<Found>(
  name: string,
  use: (path: string) => Promise<Found>,
): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-file-'))
  try {
    return await use(join(folder, name))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function ignoreAbsent(error: unknown): undefined {
  if (error instanceof Error && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name)) return
  throw error
}
