import type { Knex } from 'knex'
import { takePicture } from '#api/catalogue/pictures/picture.ts'
import type {
  AdminCategory,
  CreateCategoryBody,
  UpdateCategoryBody,
} from '#api/contract/catalogue/packages.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, NotFound } from '#api/platform/errors.ts'
import { Category, CategoryAlias } from '#db/models/catalogue/package.ts'
import { listEveryCategory, lockCategories } from './category.ts'

/** Appends a category. @throws Conflict name_taken */
export async function createCategory(db: Knex, body: CreateCategoryBody, adminId: number) {
  return db.transaction(async (trx) => {
    await lockCategories(trx)
    const others = await Category.query(trx)
    assertFree(body.name, others)
    await CategoryAlias.query(trx).findById(body.name).delete()
    const none = { imageUrl: '', imageAlt: '' }
    const picture = await takePicture(trx, body, { current: none, fallback: none })
    const made = await Category.query(trx)
      .insert({ ...body, ...picture, position: others.length })
      .returning('*')
    await recordEdit(trx, about(made, adminId), undefined, toAuditValues(made))
    return getAdminCategory(trx, made.id)
  })
}

/**
 * Changes the given fields. After a renaming its packages follow, and links with the old name still work.
 * @throws NotFound; Conflict name_taken
 */
export async function updateCategory(
  db: Knex,
  { id, body, adminId }: { id: number; body: UpdateCategoryBody; adminId: number },
): Promise<AdminCategory> {
  return db.transaction(async (trx) => {
    await lockCategories(trx)
    const { position, ...fields } = body
    const all = await Category.query(trx).orderBy('position')
    const before = all.find((category) => category.id === id)
    if (!before) throw new NotFound('Category')
    const others = all.filter((category) => category !== before)
    if (fields.name !== undefined && fields.name !== before.name) {
      assertFree(fields.name, others)
      await CategoryAlias.query(trx).findById(fields.name).delete()
      await CategoryAlias.query(trx).insert({ name: before.name, categoryId: id })
    }
    const picture = await takePicture(trx, fields, { current: before, fallback: before })
    await Category.query(trx)
      .findById(id)
      .patch({ ...fields, ...picture })
    if (position !== undefined) await storeOrder(trx, others.toSpliced(position, 0, before))
    const after = await Category.query(trx).findById(id).throwIfNotFound()
    await recordEdit(trx, about(after, adminId), toAuditValues(before), toAuditValues(after))
    return getAdminCategory(trx, id)
  })
}

/** @throws NotFound; Conflict has_packages */
export async function deleteCategory(db: Knex, id: number, adminId: number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockCategories(trx)
    const all = await Category.query(trx).orderBy('position')
    const before = all.find((category) => category.id === id)
    if (!before) throw new NotFound('Category')
    const { packageCount } = await getAdminCategory(trx, id)
    if (packageCount > 0) {
      const packages = packageCount === 1 ? '1 package' : `${packageCount} packages`
      throw new Conflict(
        'has_packages',
        `${before.name} has ${packages}. Move them to another category first, or hide this one instead.`,
      )
    }
    await Category.query(trx).deleteById(id)
    await storeOrder(trx, all.toSpliced(all.indexOf(before), 1))
    await recordEdit(trx, about(before, adminId), toAuditValues(before), undefined)
  })
}

/** Refuses names that only differ in case, because people could not tell them apart. */
function assertFree(name: string, others: Category[]): void {
  if (!others.some((other) => other.name.toLowerCase() === name.toLowerCase())) return
  const message = 'A category with this name already exists'
  throw new Conflict('name_taken', message, { issues: [{ path: 'name', message }] })
}

async function storeOrder(trx: Knex.Transaction, categories: Category[]): Promise<void> {
  for (const [position, category] of categories.entries()) {
    if (category.position !== position) await Category.query(trx).findById(category.id).patch({ position })
  }
}

const about = ({ id, name }: Category, actorId: number) =>
  ({ actorId, subject: 'category', subjectId: id, label: name }) as const

const toAuditValues = ({ name, description, imageUrl, imageAlt, isHidden, position }: Category) => ({
  name,
  description,
  imageUrl,
  imageAlt,
  isHidden,
  place: position + 1,
})

async function getAdminCategory(trx: Knex.Transaction, id: number): Promise<AdminCategory> {
  const found = (await listEveryCategory(trx)).find((category) => category.id === id)
  if (!found) throw new NotFound('Category')
  return found
}
