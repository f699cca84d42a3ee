/** Draws a file's preview after the file itself is ready, so that nobody waits for a picture that is slow to decode. */
import type { Knex } from 'knex'
import sharp from 'sharp'
import type { FileStorage } from '#api/platform/storage/storage.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import { LARGEST_UPLOAD_PIXELS } from '#api/rules/order-work/uploads.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { announceFile } from './file-work.ts'

const DECODED_WITHIN_SECONDS = 30
const PREVIEW_SIDE = 640

/**
 * By media type: the format that sharp must detect, and the most pixels to decode. An AVIF pixel takes seven times as long as a
 * PNG pixel, a GIF pixel three times.
 */
export const PICTURES: Readonly<Record<string, { format: string; mostPixels: number }>> = {
  'image/jpeg': { format: 'jpeg', mostPixels: LARGEST_UPLOAD_PIXELS },
  'image/png': { format: 'png', mostPixels: LARGEST_UPLOAD_PIXELS },
  'image/webp': { format: 'webp', mostPixels: LARGEST_UPLOAD_PIXELS },
  'image/gif': { format: 'gif', mostPixels: 20_000_000 },
  'image/avif': { format: 'heif', mostPixels: 12_000_000 },
}

/** A picture that is too large or cannot be decoded gets no preview; its file is still offered. */
export async function drawPreview({ db, storage }: { db: Knex; storage: FileStorage }, fileId: string) {
  const ready = OrderFile.query(db).findById(fileId).whereIn('state', statusesThat(FILE_STATE, 'isReady'))
  const file = await ready.where({ hasPreview: false })
  if (!file) return
  const preview = await storage.lookInto(fileId, (path) => draw(path, file.mediaType ?? ''))
  if (!preview) return
  await storage.putPreview(fileId, preview)
  await announceFile(db, file, { hasPreview: true })
}

async function draw(path: string, mediaType: string): Promise<Buffer | undefined> {
  const { format, mostPixels } = PICTURES[mediaType] ?? {}
  if (!format || !mostPixels) return undefined
  try {
    const picture = sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
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
