/** An S3 server in this process: fauxqs, with a proxy in front that adds what it lacks. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from 'fauxqs'
import { afterAll } from 'vitest'

const BUCKET = 'files'
const [KEY, SECRET] = ['key', 'secret']

interface Part {
  partNumber: number
  etag: string
  body: Buffer
}

/** The used part of fauxqs's store, which is not exported. */
interface Store {
  createBucket(name: string): void
  multipartUploads: Map<string, { uploadId: string; key: string; parts: Map<number, Part> }>
}

export interface S3Server {
  /** FILE_STORE of a shop that uses it. */
  readonly fileStore: string
  /** Whether it accepts unsigned requests. */
  isPublic: boolean
  /** Whether it refuses all requests, even signed ones. */
  isRefusing: boolean
}

/** Starts the server at once, so that an app can be opened with its port. */
export async function openS3Server(): Promise<S3Server> {
  const path = new URL('s3/s3Store.js', import.meta.resolve('fauxqs')).href
  const { S3Store } = (await import(/* @vite-ignore */ path)) as { S3Store: new () => Store }
  const store = new S3Store()
  store.createBucket(BUCKET)
  const stores = { s3Store: store } as unknown as NonNullable<
    NonNullable<Parameters<typeof buildApp>[0]>['stores']
  >
  const app = buildApp({ logger: false, stores })
  await app.ready()
  const s3: { -readonly [Name in keyof S3Server]: S3Server[Name] } = {
    fileStore: '',
    isPublic: false,
    isRefusing: false,
  }
  const server = createServer((request, response) => {
    const { authorization } = request.headers
    const fault =
      s3.isRefusing || !(authorization || s3.isPublic)
        ? 'AccessDenied'
        : authorization && findSigningFault(request, authorization)
    if (fault) sendXml(response, 403, `<Error><Code>${fault}</Code></Error>`)
    else if (!answerLists(store, request, response)) app.routing(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  s3.fileStore = `s3://${KEY}:${SECRET}@${BUCKET}?endpoint=http://127.0.0.1:${port}`
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
  })
  return s3
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** @returns S3's error code for a request that is not signed with the bucket's secret (Signature Version 4) */
function findSigningFault(request: IncomingMessage, authorization: string): string | undefined {
  const [, key, scope = '', signedHeaders = '', signature] = AUTHORIZATION.exec(authorization) ?? []
  if (key !== KEY) return 'InvalidAccessKeyId'
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
  const query = [...searchParams].map((pair) => pair.map(escapeAll).join('=')).toSorted()
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const { 'x-amz-content-sha256': bodySum, 'x-amz-date': date } = request.headers
  const canonical = [request.method, pathname, query.join('&'), headers.join(''), signedHeaders, bodySum]
  const sum = createHash('sha256').update(canonical.join('\n')).digest('hex')
  const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest()
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${SECRET}`)
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', date, scope, sum].join('\n')).toString('hex')
  return signature === expected ? undefined : 'SignatureDoesNotMatch'
}

const escapeAll = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Answers ListParts and ListMultipartUploads. @returns false for any other call */
function answerLists({ multipartUploads }: Store, request: IncomingMessage, response: ServerResponse) {
  const { searchParams } = new URL(request.url ?? '', 'http://s3')
  if (request.method !== 'GET') return false
  if (searchParams.has('uploads')) {
    const prefix = searchParams.get('prefix') ?? ''
    const found = [...multipartUploads.values()].filter(({ key }) => key.startsWith(prefix))
    const uploads = found.map(
      ({ key, uploadId }) => `<Upload><Key>${key}</Key><UploadId>${uploadId}</UploadId></Upload>`,
    )
    sendXml(
      response,
      200,
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`,
    )
    return true
  }
  const uploadId = searchParams.get('uploadId')
  if (uploadId === null) return false
  const upload = multipartUploads.get(uploadId)
  if (!upload) sendXml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>')
  else {
    const parts = [...upload.parts.values()].map(
      ({ partNumber, etag, body }) =>
        `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${body.length}</Size></Part>`,
    )
    sendXml(
      response,
      200,
      `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`,
    )
  }
  return true
}

function sendXml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}
