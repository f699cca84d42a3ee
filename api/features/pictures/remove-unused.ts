import type { Knex } from 'knex'
import { PICTURE_WIDTHS, pictureFile, sharedFile } from '../../contract/picture-files.ts'
import { removeUpload } from '../../http/uploads.ts'
import { lockPictureFiles } from './picture.ts'
import { openPictureFolder } from './storage.ts'

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
