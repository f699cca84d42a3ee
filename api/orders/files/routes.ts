import { create as describeDownload } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { FileList, FileParams, StartedUpload } from '#api/contract/orders/conversation.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { NotFound } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { HOUR_MS } from '#api/platform/http/limits.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { openStorage } from '#api/platform/storage/open.ts'
import type { ByteRange } from '#api/platform/storage/storage.ts'
import { LARGEST_FILE_BYTES, LARGEST_ORDER_BYTES } from '#api/rules/order-work/uploads.ts'
import { getReadyFile, listFiles, listReadyFiles, removeFile } from './file.ts'
import { beginTransfer } from './transfers.ts'
import { takeUpload } from './uploads.ts'
import { packFiles } from './zip.ts'

const TAG = 'Buying'
const TUS = 'By tus 1.0.0: the header `Tus-Resumable` is needed.'

export function fileRoutes(app: App, services: Services): void {
  const { db, env } = services
  const limits = { largestFileBytes: LARGEST_FILE_BYTES, largestOrderBytes: LARGEST_ORDER_BYTES }

  call(app, 'GET /orders/:id/files', {
    access: 'customer',
    tag: TAG,
    operationId: 'listFiles',
    summary: 'The files of an order, and how large they may be',
    description: 'Those of messages that you may read, and your own unsent ones.',
    params: IdParams,
    response: FileList,
    handler: async (request) => ({
      files: await listFiles(db, { orderId: request.params.id, userId: getUser(request).id }),
      limits,
    }),
  })

  call(app, 'GET /orders/:id/files.zip', {
    access: 'customer',
    tag: TAG,
    operationId: 'downloadAllFiles',
    summary: 'Download the files of an order as one ZIP',
    description: 'Those that were sent and that you may read.',
    limits: [{ name: 'download-all', by: 'user', max: 60, windowMs: HOUR_MS }],
    params: IdParams,
    response: { description: 'A ZIP', content: { 'application/zip': { schema: z.string() } } },
    handler: async (request, reply) => {
      const { id: userId } = getUser(request)
      beginTransfer(reply, userId)
      const { files, invoiceNumber } = await listReadyFiles(db, { orderId: request.params.id, userId })
      if (files.length === 0) throw new NotFound('File')
      const zip = packFiles(await openStorage(env), files)
      return sandbox(reply)
        .type('application/zip')
        .header('content-disposition', describeDownload(`${invoiceNumber} files.zip`))
        .send(zip)
    },
  })

  call(app, 'GET /files/:id', {
    access: 'customer',
    tag: TAG,
    operationId: 'downloadFile',
    summary: 'Download a file of an order',
    description: 'Always as an attachment. A range of bytes may be asked for.',
    params: FileParams,
    response: {
      description: 'The file as it was uploaded',
      content: { 'application/octet-stream': { schema: z.string() } },
    },
    handler: async (request, reply) => {
      const { id: userId } = getUser(request)
      beginTransfer(reply, userId)
      const { id, name, sizeBytes } = await getReadyFile(db, { id: request.params.id, userId })
      const size = Number(sizeBytes)
      const range = readRange(request.headers.range, size)
      const bytes = await (await openStorage(env)).read(id, range)
      if (!bytes) throw new NotFound('File')
      sandbox(reply)
        .type('application/octet-stream')
        .header('content-disposition', describeDownload(name))
        .header('accept-ranges', 'bytes')
        .header('content-length', range ? range.end - range.start + 1 : size)
      if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      return reply.send(bytes)
    },
  })

  call(app, 'DELETE /files/:id', {
    access: 'customer',
    tag: TAG,
    operationId: 'removeFile',
    summary: 'Remove a file of an order',
    description: 'For staff and admins of the order, and for good.',
    params: FileParams,
    handler: (request) => removeFile(services, request.params.id, getActor(request)),
  })

  call(app, 'GET /files/:id/preview', {
    access: 'customer',
    tag: TAG,
    operationId: 'getFilePreview',
    summary: 'The preview of an image file',
    params: FileParams,
    response: { description: 'A WebP', content: { 'image/webp': { schema: z.string() } } },
    handler: async (request, reply) => {
      const file = await getReadyFile(db, { id: request.params.id, userId: getUser(request).id })
      const picture = file.hasPreview ? await (await openStorage(env)).readPreview(file.id) : undefined
      if (!picture) throw new NotFound('Preview')
      return sandbox(reply).type('image/webp').send(picture)
    },
  })

  // Needs its own Fastify scope: only these calls accept pieces of files.
  app.register(async (uploads: App) => {
    uploads.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) =>
      done(null, payload),
    )
    call(uploads, 'POST /orders/:id/uploads', {
      access: 'customer',
      tag: TAG,
      operationId: 'startUpload',
      summary: 'Start uploading a file to an order',
      description: `${TUS} \`Upload-Length\` says how large it is, \`Upload-Metadata\` its name; the header \`Location\` of the response is where its pieces go.`,
      limits: [{ name: 'upload', by: 'user', max: 200, windowMs: HOUR_MS }],
      refusals: { 413: 'Larger than a file, or all files of an order, may be', 507: 'The disk is full' },
      params: IdParams,
      status: 201,
      repeat: { takesNoKey: 'an upload that was lost is removed' },
      response: StartedUpload,
      handler: async (request, reply) => {
        await takeUpload(services, request, reply, request.params.id)
        return { id: String(reply.getHeader('location')).split('/').at(-1) ?? '' }
      },
    })
    call(uploads, 'HEAD /uploads/:id', {
      access: 'customer',
      tag: TAG,
      operationId: 'findUpload',
      summary: 'How much of an upload has arrived',
      description: `${TUS} The header \`Upload-Offset\` says it.`,
      params: FileParams,
      handler: (request, reply) => takeUpload(services, request, reply),
    })
    call(uploads, 'PATCH /uploads/:id', {
      access: 'customer',
      tag: TAG,
      operationId: 'sendPiece',
      summary: 'Send the next piece of an upload',
      description: `${TUS} At most 6 MB of \`application/offset+octet-stream\`. With the last one the file is checked.`,
      consumes: ['application/offset+octet-stream'],
      refusals: {
        409: 'The piece does not begin where the upload ends (wrong_offset)',
        413: 'A piece of more than 6 MB',
        507: 'The disk is full',
      },
      params: FileParams,
      handler: (request, reply) => takeUpload(services, request, reply),
    })
    call(uploads, 'DELETE /uploads/:id', {
      access: 'customer',
      tag: TAG,
      operationId: 'cancelUpload',
      summary: 'Cancel an upload, or remove an unsent file',
      description: TUS,
      refusals: { 409: 'It was sent with a message (file_sent)' },
      params: FileParams,
      handler: (request, reply) => takeUpload(services, request, reply),
    })
  })
}

/** Headers for uploaded bytes: a browser that opens them anyway runs nothing in them. */
const sandbox = (reply: FastifyReply) =>
  reply
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')

/**
 * Parses a request for one byte range (RFC 9110, Range).
 * @param header such as bytes=0-99, bytes=100- or bytes=-50
 * @returns undefined for anything else, or a range outside the file: then the whole file is sent, as the RFC allows
 */
function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end ? { start, end } : undefined
}
