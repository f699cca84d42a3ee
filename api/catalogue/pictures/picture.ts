import type { Readable } from 'node:stream'
import type { Knex } from 'knex'
import type { UploadedPicture } from '#api/contract/catalogue/packages.ts'
import type { Services } from '#api/platform/app-type.ts'
import { findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import { removeUpload, storeUpload, type UploadLimit } from '#api/platform/http/uploads.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { openObjects } from '#api/platform/storage/open.ts'
import {
  findPictureHash,
  isUndescribed,
  LARGEST_UPLOAD_BYTES,
  PICTURE_WIDTHS,
  pictureFile,
  pictureUrl,
  sharedFile,
  UNDESCRIBED_MESSAGE,
} from '#api/rules/order-work/uploads.ts'
import type { ObjectStore } from '#db/backup/objects.ts'
import { Picture } from '#db/models/catalogue/picture.ts'

export const PICTURE_LIMIT: UploadLimit = {
  bytes: LARGEST_UPLOAD_BYTES,
  message: 'The picture is larger than 8 MB. Please make it smaller first.',
}

/** Stores the uploaded file unchanged, and queues its processing. @throws TooLarge */
export async function receivePicture(
  { db, jobs, env }: Services,
  { body, admin }: { body: Readable; admin: Actor },
): Promise<UploadedPicture> {
  const objects = await openObjects(env)
  const upload = await storeUpload(objects, body, PICTURE_LIMIT)
  try {
    return await db.transaction(async (trx) => {
      await admin.holdRight(trx)
      const picture = await Picture.query(trx).insert({ upload, uploadedBy: admin.id }).returning('*')
      await jobs.send(trx, 'process-picture', { pictureId: picture.id })
      return toWirePicture(picture)
    })
  } catch (error) {
    await removeUpload(objects, upload)
    throw error
  }
}

/** @throws NotFound */
export async function getPicture(db: Knex, id: number): Promise<UploadedPicture> {
  return toWirePicture(await findOrThrow(Picture.query(db).findById(id), 'Picture'))
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
 * Decides which picture a package or category shows after a save. A new description without a picture describes the current
 * one.
 * @param wanted from the request body
 * @param options.fallback shown if `wanted.imageUrl` is ''
 * @throws InvalidInput if an uploaded picture is missing or has no description
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

/** Marks an uploaded picture as used, so that it is not removed. The shop's own pictures and external URLs need no mark. */
async function markUsed(trx: Knex.Transaction, { imageUrl, imageAlt }: Shown): Promise<void> {
  if (!imageUrl.startsWith('/pictures/')) return
  const hash = findPictureHash(imageUrl)
  const found = hash ? await Picture.query(trx).where({ hash }).patch({ usedAt: new Date() }) : 0
  if (found === 0)
    throw new InvalidInput('imageUrl', 'This picture is no longer available. Please upload it again.')
  if (isUndescribed({ imageUrl, imageAlt })) throw new InvalidInput('imageAlt', UNDESCRIBED_MESSAGE)
}

/** Serialises adding and removing picture files. */
export async function lockPictureFiles(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('pictures'))`)
}

/** PostgreSQL interval. Long enough that an edit put off for a few days still finds its upload. */
const UNUSED_FOR = '30 days'
/** SQL: URLs of the pictures in use. */
const SHOWN = 'SELECT image_url FROM packages UNION ALL SELECT image_url FROM categories'

/** Removes uploads that have not been used for 30 days, with their files (docs/product/account.md, Retention). */
export async function removeUnusedPictures(db: Knex, objects: ObjectStore): Promise<void> {
  await db.raw(`UPDATE pictures SET used_at = now() FROM (${SHOWN}) AS shown
    WHERE shown.image_url LIKE '/pictures/' || pictures.hash || '-%'`)
  await db.transaction(async (trx) => {
    await lockPictureFiles(trx)
    const { rows } = await trx.raw<{ rows: { hash: string | null; upload: string }[] }>(
      `DELETE FROM pictures WHERE used_at < now() - ?::interval RETURNING hash, upload`,
      [UNUSED_FOR],
    )
    for (const { hash, upload } of rows) {
      await removeUpload(objects, upload)
      // Two uploads of the same picture share files.
      if (hash && !(await trx('pictures').where({ hash }).first('id'))) {
        for (const name of namesOf(hash)) await objects.remove(`pictures/${name}`)
      }
    }
  })
}

const namesOf = (hash: string) => [
  ...PICTURE_WIDTHS.flatMap((width) => [pictureFile(hash, width, 'avif'), pictureFile(hash, width, 'webp')]),
  sharedFile(hash),
]
