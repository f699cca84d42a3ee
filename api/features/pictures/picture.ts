import type { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { Picture } from '../../../db/models/picture.ts'
import {
  findPictureHash,
  isUndescribed,
  LARGEST_UPLOAD_BYTES,
  PICTURE_WIDTHS,
  pictureFile,
  pictureUrl,
  sharedFile,
  UNDESCRIBED_MESSAGE,
} from '../../contract/picture-files.ts'
import type { Crop, UploadedPicture } from '../../contract/pictures.ts'
import { getFound, InvalidInput } from '../../errors.ts'
import { removeUpload, storeUpload, type UploadLimit } from '../../http/uploads.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { openPictureFolder } from './storage.ts'

export const PICTURE_LIMIT: UploadLimit = {
  bytes: LARGEST_UPLOAD_BYTES,
  message: 'The picture has more than 8 MB. Please make it smaller first.',
}

interface Receiving {
  db: Knex
  jobs: Jobs
  dataDir: string
}

/** Stores the file as it comes and queues its processing. @throws TooLarge */
export async function receivePicture(
  { db, jobs, dataDir }: Receiving,
  { body, crop, adminId }: { body: Readable; crop: Crop; adminId: number },
): Promise<UploadedPicture> {
  const upload = await storeUpload(dataDir, body, PICTURE_LIMIT)
  try {
    return await db.transaction(async (trx) => {
      const picture = await Picture.query(trx)
        .insert({
          upload,
          cropLeft: crop.left,
          cropTop: crop.top,
          cropWidth: crop.width,
          cropHeight: crop.height,
          uploadedBy: adminId,
        })
        .returning('*')
      await jobs.send(trx, 'process-picture', { pictureId: picture.id })
      return toWirePicture(picture)
    })
  } catch (error) {
    await removeUpload(dataDir, upload)
    throw error
  }
}

/** @throws NotFound */
export async function getPicture(db: Knex, id: number): Promise<UploadedPicture> {
  const picture = await getFound(Picture.query(db).findById(id), 'Picture')
  return toWirePicture(picture)
}

const toWirePicture = ({ id, state, hash, refusal }: Picture): UploadedPicture => ({
  id,
  state,
  imageUrl: hash && pictureUrl(hash),
  refusal,
})

interface Shown {
  imageUrl: string
  imageAlt: string
}

/**
 * What a package or a category shows from now on: the picture that is wanted, with its text. A text alone is about the one so far.
 * @param current shown so far, or at first
 * @param fallback shown where the wanted picture is ''
 * @throws InvalidInput where an uploaded picture is not there, or nobody has described it
 */
export async function takePicture(
  trx: Knex.Transaction,
  wanted: { imageUrl?: string | undefined; imageAlt?: string | undefined },
  { current, fallback }: { current: Shown; fallback: Shown },
): Promise<Shown> {
  const { imageUrl = current.imageUrl, imageAlt = imageUrl === current.imageUrl ? current.imageAlt : '' } =
    wanted
  const shown = imageUrl === '' ? fallback : { imageUrl, imageAlt }
  await markUsed(trx, shown)
  return { imageUrl: shown.imageUrl, imageAlt: shown.imageAlt }
}

/** So that it is not removed as one that nothing shows. Pictures of the shop's own and addresses elsewhere are taken as they are. */
async function markUsed(trx: Knex.Transaction, { imageUrl, imageAlt }: Shown): Promise<void> {
  if (!imageUrl.startsWith('/pictures/')) return
  const hash = findPictureHash(imageUrl)
  const found = hash ? await Picture.query(trx).where({ hash }).patch({ usedAt: new Date() }) : 0
  if (found === 0)
    throw new InvalidInput('imageUrl', 'This picture is not here any more. Please upload it again.')
  if (isUndescribed({ imageUrl, imageAlt })) throw new InvalidInput('imageAlt', UNDESCRIBED_MESSAGE)
}

/** Makes whoever adds and whoever removes files take turns. */
export async function lockPictureFiles(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('pictures'))`)
}

/** An interval of PostgreSQL. Long enough for an edit that somebody takes up again. */
const UNUSED_FOR = '30 days'
/** What shows pictures, or may show them again. */
const SHOWN = `SELECT image_url FROM packages UNION ALL SELECT image_url FROM categories
  UNION ALL SELECT content ->> 'imageUrl' FROM package_versions`

/** Removes uploads that nothing has shown for that long, with their files (docs/product/account.md, Retention). */
export async function removeUnusedPictures(db: Knex, dataDir: string): Promise<void> {
  const storage = openPictureFolder(dataDir)
  await db.raw(`UPDATE pictures SET used_at = now() FROM (${SHOWN}) AS shown
    WHERE shown.image_url LIKE '/pictures/' || pictures.hash || '-%'`)
  await db.transaction(async (trx) => {
    await lockPictureFiles(trx)
    const { rows } = await trx.raw<{ rows: { hash: string | null; upload: string }[] }>(
      `DELETE FROM pictures WHERE used_at < now() - ?::interval RETURNING hash, upload`,
      [UNUSED_FOR],
    )
    for (const { hash, upload } of rows) {
      await removeUpload(dataDir, upload)
      // Another upload of the same picture needs the files, too.
      if (hash && !(await trx('pictures').where({ hash }).first('id'))) {
        for (const name of namesOf(hash)) await storage.remove(name)
      }
    }
  })
}

const namesOf = (hash: string) => [
  ...PICTURE_WIDTHS.flatMap((width) => [pictureFile(hash, width, 'avif'), pictureFile(hash, width, 'webp')]),
  sharedFile(hash),
]
