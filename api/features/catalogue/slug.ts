import type { Knex } from 'knex'
import { Package } from '../../../db/models/package.ts'

const LONGEST_SLUG = 80

/** @example toSlug('SEO & Marketing – Café') // 'seo-marketing-cafe' */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replaceAll(/^-+|-+$/g, '')
  return slug || 'package'
}

/** @returns the name's slug, with a number where another package has it already */
export async function findFreeSlug(trx: Knex.Transaction, name: string): Promise<string> {
  // Transactions take turns here, so that two packages of the same name get different slugs.
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('packages.slug'))`)
  const base = toSlug(name)
  const rows = await Package.query(trx).where('slug', 'like', `${base}%`).select('slug')
  const taken = new Set(rows.map(({ slug }) => slug))
  let slug = base
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`
  return slug
}
