/** Draws the small picture of a file, after the file itself was released: nobody waits for a picture that is slow to decode. */
import type { Knex } from 'knex'
import sharp from 'sharp'
import type { FileStorage } from '#api/platform/storage/storage.ts'
import { LARGEST_UPLOAD_PIXELS } from '#api/rules/order-work/uploads.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { tellOfFile } from './file-work.ts'

const DECODED_WITHIN_SECONDS = 30
const PREVIEW_SIDE = 640

/**
 * By media type, the name that sharp must have for what it finds in the file, and the most pixels that are decoded. A pixel of
 * AVIF takes seven times as long as one of PNG, and one of GIF three times.
 */
export const PICTURES: Readonly<Record<string, { format: string; mostPixels: number }>> = {
  'image/jpeg': { format: 'jpeg', mostPixels: LARGEST_UPLOAD_PIXELS },
  'image/png': { format: 'png', mostPixels: LARGEST_UPLOAD_PIXELS },
  'image/webp': { format: 'webp', mostPixels: LARGEST_UPLOAD_PIXELS },
  'image/gif': { format: 'gif', mostPixels: 20_000_000 },
  'image/avif': { format: 'heif', mostPixels: 12_000_000 },
}

/** A picture that is too large or cannot be drawn has none; the file is offered all the same. */
export async function drawPreview({ db, storage }: { db: Knex; storage: FileStorage }, fileId: string) {
  const file = await OrderFile.query(db).findById(fileId).where({ state: 'ready', hasPreview: false })
  if (!file) return
  const preview = await storage.lookInto(fileId, (path) => draw(path, file.mediaType ?? ''))
  if (!preview) return
  await storage.putPreview(fileId, preview)
  await tellOfFile(db, file, { hasPreview: true })
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
