/**
 * Receives files in pieces, so that an upload resumes after a lost connection (tus 1.0.0,
 * https://tus.io/protocols/resumable-upload). The library handles the protocol; this file decides who may send how much.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { ERRORS, type KvStore, Server, TUS_RESUMABLE, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { LINE_BREAK } from '#api/contract/platform/text.ts'
import { toWireFile, UNSENT } from '#api/orders/order/order-files.ts'
import { assertNotOver, getJoinedOrder, holdOrder, type JoinedOrder } from '#api/orders/order/order-role.ts'
import type { Services } from '#api/platform/app-type.ts'
import {
  Conflict,
  DomainError,
  findOrThrow,
  InvalidInput,
  NotFound,
  Unavailable,
} from '#api/platform/errors.ts'
import { TooLarge } from '#api/platform/http/uploads.ts'
import { type Actor, getActor } from '#api/platform/plugins/guards.ts'
import { releasePlace } from '#api/platform/plugins/overload.ts'
import { openStorage } from '#api/platform/storage/open.ts'
import { type FileStorage, RESERVED_DISK_BYTES } from '#api/platform/storage/storage.ts'
import { cleanLine } from '#api/rules/clean-text.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import {
  formatBytes,
  LARGEST_FILE_BYTES,
  LARGEST_ORDER_BYTES,
  LARGEST_PIECE_BYTES,
} from '#api/rules/order-work/uploads.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { queueFileWork } from './file-work.ts'
import { createLocker } from './lock.ts'
import { beginTransfer } from './transfers.ts'

const LONGEST_NAME = 200

/** Error codes of a full disk, a used-up quota, or a file above the system's size limit. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

class NoSpace extends DomainError {
  constructor() {
    super(507, 'no_space', 'We cannot store files at the moment. Please try again later; nothing is lost.')
  }
}

/** Handles a call of the tus protocol. @param orderId for a new upload */
export async function takeUpload(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  orderId?: number,
): Promise<void> {
  const pieceBytes = request.headers['content-length']
  if (Number(pieceBytes) > LARGEST_PIECE_BYTES)
    throw new TooLarge(`A piece has at most ${formatBytes(LARGEST_PIECE_BYTES)}`)
  if (request.method === 'PATCH' && pieceBytes === undefined)
    throw new DomainError(411, 'length_required', 'A piece says how long it is')
  const { db, env } = services
  const actor = getActor(request)
  // A piece may take long to arrive, so it must not occupy a place among the running calls.
  releasePlace(request, reply)
  beginTransfer(reply, actor.id)
  const storage = await openStorage(env)
  if (request.method !== 'POST' && (await answerComplete(services, request, reply, actor))) return
  let refusal: unknown
  let reserved: string | undefined
  const server = new Server({
    path: '/api/uploads',
    datastore: storage.openUploads(readRows(db)),
    locker: createLocker(db),
    namingFunction: () => randomUUID(),
    generateUrl: (_request, { id }) => `/api/uploads/${id}`,
    // Guards and the origin check have run already.
    allowedOrigins: [env.publicOrigin],
    onIncomingRequest: async ({ method }, id) => {
      if (method === 'POST') return
      const order = await assertOwnUpload(db, id, actor, method)
      if (method !== 'PATCH') return
      assertNotOver(order)
      await assertRoom(db, order, actor.id, Number(pieceBytes))
    },
    onUploadCreate: async (_request, upload) => {
      if (orderId === undefined) throw new NotFound('Order')
      if ((await storage.findFree()) - (upload.size ?? 0) < RESERVED_DISK_BYTES) throw new NoSpace()
      await reserve(services, { upload, orderId, actor })
      reserved = upload.id
      return {}
    },
    onUploadFinish: async (_request, { id }) => {
      await finish(services, { id, actor, storage })
      return {}
    },
    onResponseError: (_request, error) => {
      refusal = error
      return undefined
    },
  })
  const response = await server.handleWeb(toWebRequest(request))
  if (response.status >= 400) {
    discard(request.body)
    // The caller never learns this upload's address, so its reservation is removed.
    if (reserved) await OrderFile.query(db).deleteById(reserved)
    throw await explain(refusal, response)
  }
  const offset = response.headers.get('upload-offset')
  if (request.method === 'PATCH' && offset !== null)
    await OrderFile.query(db)
      .findById((request.params as { id: string }).id)
      .patch({ arrivedBytes: Number(offset) })
  const isComplete = response.headers.get('upload-offset') === response.headers.get('upload-length')
  // The process that took the last piece died before finishing the upload. The browser has nothing left to send, so finish it here.
  if (request.method === 'HEAD' && isComplete)
    await finish(services, { id: (request.params as { id: string }).id, actor, storage })
  for (const name of ['location', 'tus-resumable', 'upload-offset', 'upload-length'])
    if (response.headers.has(name)) reply.header(name, response.headers.get(name))
}

/** Drains the rest of a refused piece; otherwise the next call on its connection would wait behind it. */
function discard(body: unknown): void {
  if (body instanceof Readable) body.removeAllListeners('data').resume()
}

/** Lets the library read and delete the rows of uploads. `reserve` creates them, so `set` does nothing. */
const readRows = (db: Knex): KvStore<Upload> => ({
  async get(id) {
    const row = await OrderFile.query(db).findById(id)
    return (
      row &&
      new Upload({ id, size: Number(row.sizeBytes), offset: 0, creation_date: row.createdAt.toISOString() })
    )
  },
  set: () => Promise.resolve(),
  delete: async (id) => void (await OrderFile.query(db).deleteById(id)),
})

function toWebRequest({ method, url, headers, body }: FastifyRequest): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: pairs,
    ...(body instanceof Readable && { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
  })
}

/** Creates the row of a new upload under the order's lock, so that two at once cannot use the same remaining room. */
async function reserve(
  { db }: Services,
  { upload, orderId, actor }: { upload: Upload; orderId: number; actor: Actor },
): Promise<void> {
  const { size } = upload
  const name = readName(upload.metadata?.name)
  if (size === undefined) throw new InvalidInput('size', 'An upload says how large it is')
  if (size === 0) throw new InvalidInput('file', `${name} is empty`)
  if (size > LARGEST_FILE_BYTES)
    throw new TooLarge(`${name} has ${formatBytes(size)}. The limit is ${formatBytes(LARGEST_FILE_BYTES)}.`)
  await db.transaction(async (trx) => {
    const order = await holdOrder(trx, orderId, actor)
    if (PAYMENT_STATUS[order.paymentStatus].isUnpaid)
      throw new Conflict('order_unpaid', 'Files can be sent once the order is paid')
    assertNotOver(order)
    await assertRoom(trx, order, actor.id, size)
    await OrderFile.query(trx).insert({ id: upload.id, orderId, uploaderId: actor.id, name, sizeBytes: size })
  })
}

/**
 * Customer and team have separate quotas in an order, so that neither fills the other's. Only bytes that have arrived count, not
 * announced ones.
 * @throws TooLarge if these bytes do not fit
 */
async function assertRoom(
  db: Knex,
  { id: orderId, userId }: JoinedOrder,
  uploaderId: number,
  bytes: number,
): Promise<void> {
  const [used] = await OrderFile.query(db)
    .where({ orderId })
    .whereRaw('(uploader_id IS NOT DISTINCT FROM ?) = ?', [userId, uploaderId === userId])
    .select(
      db.raw(
        `sum(CASE WHEN state IN (${listStatuses(FILE_STATE, 'isArriving')}) THEN arrived_bytes ELSE size_bytes END) AS bytes`,
      ),
    )
    .castTo<[{ bytes: string | null }]>()
  const left = LARGEST_ORDER_BYTES - Number(used.bytes ?? 0)
  if (bytes > left)
    throw new TooLarge(
      `Your files in an order can have ${formatBytes(LARGEST_ORDER_BYTES)} in total. You have ${formatBytes(Math.max(left, 0))} left.`,
    )
}

/** Cleans a file name. Names are shown and downloaded, never used as a path. */
function readName(given: string | null | undefined): string {
  const name = cleanLine(cleanLine(given ?? '').slice(0, LONGEST_NAME))
  if (name === '' || LINE_BREAK.test(name)) throw new InvalidInput('file', 'The file name must be one line')
  return name
}

/** @throws NotFound for another person's upload; Conflict file_sent */
async function assertOwnUpload(db: Knex, id: string, actor: Actor, method: string): Promise<JoinedOrder> {
  const file = await findOrThrow(OrderFile.query(db).findById(id).where({ uploaderId: actor.id }), 'Upload')
  const order = await getJoinedOrder(db, file.orderId, actor.id)
  if (method === 'DELETE' && toWireFile(file).isSent)
    throw new Conflict('file_sent', 'This file was already sent and cannot be removed')
  return order
}

/**
 * Handles calls about a complete upload, which the library no longer knows: asking for its offset after the last response was
 * lost, and removing it before it is sent.
 */
async function answerComplete(
  { db, env }: Services,
  { method, params }: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
): Promise<boolean> {
  const { id } = params as { id: string }
  const file = await OrderFile.query(db)
    .findById(id)
    .where({ uploaderId: actor.id })
    .whereNotIn('state', statusesThat(FILE_STATE, 'isArriving'))
  if (!file || method === 'PATCH') return false
  await assertOwnUpload(db, id, actor, method)
  if (method === 'DELETE') {
    const removed = await OrderFile.query(db).findById(id).where(UNSENT).delete()
    // Another tab has sent or removed it by now.
    if (removed === 0) await assertOwnUpload(db, id, actor, method)
    else await (await openStorage(env)).remove(id)
  }
  reply
    .header('tus-resumable', TUS_RESUMABLE)
    .header('upload-offset', file.sizeBytes)
    .header('upload-length', file.sizeBytes)
  return true
}

/** Completes the upload and queues its check, before which nobody can download it. */
async function finish(
  { db, jobs }: Services,
  { id, actor, storage }: { id: string; actor: Actor; storage: FileStorage },
): Promise<void> {
  await db.transaction(async (trx) => {
    await actor.holdRight(trx)
    const finished = await OrderFile.query(trx)
      .findById(id)
      .whereIn('state', statusesThat(FILE_STATE, 'isArriving'))
      .patch({ state: 'checking' })
    if (finished === 0) return
    await queueFileWork(jobs, trx, 'check-file', id)
    await storage.keep(id)
  })
}

/** @returns the API's error in place of the library's */
async function explain(refusal: unknown, response: Response): Promise<Error> {
  // If the disk fills up in the middle of a piece, the system's own error gets through.
  const isFull = refusal instanceof Error && 'code' in refusal && FULL.includes(String(refusal.code))
  if (isFull || refusal === ERRORS.FILE_WRITE_ERROR) return new NoSpace()
  if (refusal instanceof Error) return refusal
  if (refusal === ERRORS.INVALID_OFFSET) return new Conflict('wrong_offset', 'The upload is at another place')
  if (response.status === 404 || response.status === 410) return new NotFound('Upload')
  // 501 is the caller's fault: it asked for a protocol extension that is not offered.
  if (response.status >= 500 && response.status !== 501)
    return new Unavailable('upload_interrupted', 'The upload was interrupted. Please try again.')
  return new InvalidInput('upload', (await response.text()).trim())
}
