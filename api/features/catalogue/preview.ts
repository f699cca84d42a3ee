/** A package as it would be if it were saved now (docs/product/back-office.md, Preview of a package). */
import type { Knex } from 'knex'
import { PackagePreview } from '../../../db/models/package.ts'
import type { AdminPackage, CreatePackageBody, UpdatePackageBody } from '../../contract/admin.ts'
import type { PreviewMade, PackagePreview as WirePreview } from '../../contract/package-versions.ts'
import { getFound } from '../../errors.ts'
import { createPackage, updatePackage } from './edit-package.ts'
import { listEveryReview } from './package.ts'

/** SQL. */
const OUTDATED = `now() - interval '1 hour'`

/** What is shown before it is saved: a new package, or changes of one that is there. */
type Typed = { body: CreatePackageBody } | { id: number; body: UpdatePackageBody }

/** Older previews go at the same time. @throws whatever saving it would */
export async function createPreview(db: Knex, typed: Typed, adminId: number): Promise<PreviewMade> {
  const content = await saveForNow(db, typed, adminId)
  await PackagePreview.query(db).whereRaw(`created_at < ${OUTDATED}`).delete()
  const { id } = await PackagePreview.query(db).insert({ content })
  return { id }
}

/** The save itself, which is then rolled back: so a preview is refused, and completed, as the save would be. */
async function saveForNow(db: Knex, typed: Typed, adminId: number): Promise<AdminPackage> {
  const trx = await db.transaction()
  try {
    return 'id' in typed
      ? await updatePackage(trx, { ...typed, adminId })
      : await createPackage(trx, typed.body, adminId)
  } finally {
    await trx.rollback()
  }
}

/** @throws NotFound, also after an hour */
export async function getPreview(db: Knex, id: number): Promise<WirePreview> {
  const found = await getFound(
    PackagePreview.query(db).findById(id).whereRaw(`created_at >= ${OUTDATED}`),
    'Preview',
  )
  const item = found.content as AdminPackage
  return { item, reviews: await listEveryReview(db, item.id) }
}
