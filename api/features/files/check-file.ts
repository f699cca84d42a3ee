/**
 * Looks into an uploaded file before anybody gets it. It runs in the publisher, because a decoder that is attacked or takes all
 * memory must not harm a process that serves buyers.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fileTypeFromFile } from 'file-type'
import type { Knex } from 'knex'
import sharp from 'sharp'
import { Message, OrderFile } from '../../../db/models/order-work/message.ts'
import { LARGEST_UPLOAD_PIXELS } from '../../rules/order-work/uploads.ts'
import type { FileStorage } from '../../storage/storage.ts'
import { notifyOrder } from '../orders/notify-order.ts'

const run = promisify(execFile)
const SCANNED_WITHIN_MS = 240_000
const DECODED_WITHIN_SECONDS = 30
const PREVIEW_SIDE = 640
/** By media type, the name that sharp must have for what it finds in the file. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
}

interface Checking {
  db: Knex
  storage: FileStorage
  /** The scanner and its arguments. Unset: nothing is scanned. */
  scanCommand: readonly string[] | undefined
}

/** Makes a file ready, or refuses it and removes its bytes. Repeating this changes nothing. @throws Error where the scanner fails, to be tried again */
export async function checkFile({ db, storage, scanCommand }: Checking, fileId: string): Promise<void> {
  const file = await OrderFile.query(db).findById(fileId).where({ state: 'checking' })
  if (!file) return
  const found = await storage.lookInto(fileId, async (path) => {
    if (scanCommand && !(await isHarmless(scanCommand, path))) return undefined
    const mediaType = (await fileTypeFromFile(path))?.mime ?? 'application/octet-stream'
    return { mediaType, preview: await drawPreview(path, PICTURES[mediaType]) }
  })
  if (!found) {
    await end(db, file, { state: 'refused' })
    await storage.remove(fileId)
    return
  }
  const { mediaType, preview } = found
  if (preview) await storage.putPreview(fileId, preview)
  await end(db, file, { state: 'ready', mediaType, hasPreview: preview !== undefined })
}

/** Stores what was found, and tells the open pages of the order. */
async function end(db: Knex, file: OrderFile, found: Partial<OrderFile>): Promise<void> {
  await db.transaction(async (trx) => {
    await file.$query(trx).patch(found)
    const note = Message.query(trx).where({ id: file.messageId, isTeamOnly: true })
    const isTeamOnly = (await note.resultSize()) > 0
    await notifyOrder(trx, { orderId: file.orderId, isTeamOnly })
  })
}

/** Scanners end with 0 for a file without findings and with 1 for one with; anything else is their own failure. */
async function isHarmless([program = '', ...args]: readonly string[], path: string): Promise<boolean> {
  try {
    await run(program, [...args, path], { timeout: SCANNED_WITHIN_MS })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return false
    throw error
  }
}

/** @returns undefined for what is no picture, or cannot be drawn: the file itself is offered all the same */
async function drawPreview(path: string, format: string | undefined): Promise<Buffer | undefined> {
  if (!format) return undefined
  try {
    const picture = sharp(path, { limitInputPixels: LARGEST_UPLOAD_PIXELS, failOn: 'error' })
    if ((await picture.metadata()).format !== format) return undefined
    return await picture
      .autoOrient()
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: DECODED_WITHIN_SECONDS })
      .webp()
      .toBuffer()
  } catch {
    return undefined
  }
}
