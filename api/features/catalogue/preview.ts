/** Shows a package as a save would leave it, without saving (docs/product/back-office.md, Preview of a package). */
import type { Knex } from 'knex'
import { PackagePreview } from '../../../db/models/package.ts'
import { getFound } from '../../base/errors.ts'
import type {
  AdminPackage,
  CreatePackageBody,
  PreviewMade,
  UpdatePackageBody,
  PackagePreview as WirePreview,
} from '../../contract/packages.ts'
import type { Actor } from '../../plugins/guards.ts'
import { createPackage, updatePackage } from './edit-package.ts'
import { listEveryReview } from './package.ts'

/** SQL: previews from before this moment are deleted. */
const OUTDATED = `now() - interval '1 hour'`

/** The form's content: a new package, or changes of an existing one. */
type Draft = { body: CreatePackageBody } | { id: number; body: UpdatePackageBody }

/** Also deletes outdated previews. @throws what the save would throw */
export async function createPreview(db: Knex, draft: Draft, admin: Actor): Promise<PreviewMade> {
  const content = await saveAndRollBack(db, draft, admin)
  await PackagePreview.query(db).whereRaw(`created_at < ${OUTDATED}`).delete()
  const { id } = await PackagePreview.query(db).insert({ content })
  return { id }
}

/** Saves and rolls back, so that the preview is checked and completed exactly as the save would be. */
async function saveAndRollBack(db: Knex, draft: Draft, admin: Actor): Promise<AdminPackage> {
  const trx = await db.transaction()
  // Nothing stays changed, so no right is held and no proof asked for.
  const viewer = { ...admin, holdRight: async () => {} }
  try {
    return 'id' in draft
      ? await updatePackage(trx, { ...draft, admin: viewer })
      : await createPackage(trx, draft.body, viewer)
  } finally {
    await trx.rollback()
  }
}

/** @throws NotFound, also after an hour */
export async function getPreview(db: Knex, id: number): Promise<WirePreview> {
  const query = PackagePreview.query(db).findById(id).whereRaw(`created_at >= ${OUTDATED}`)
  const found = await getFound(query, 'Preview')
  // One of the last release does not count changes.
  const item = { includedChanges: null, ...(found.content as object) } as AdminPackage
  return { item, reviews: await listEveryReview(db, item.id) }
}
