/** The history of a package, and its preview. */
import * as z from 'zod'
import { AdminPackage } from './admin.ts'
import { AuditChange } from './audit.ts'
import { Review } from './catalogue.ts'
import { Id } from './ids.ts'
import { IdFilter } from './paging.ts'
import { PersonName } from './work.ts'

/** How many versions come at once. */
export const VERSIONS_A_PAGE = 20

export const VersionListQuery = z.object({
  before: IdFilter.optional().describe('only versions below this number'),
})

/** Money is a decimal string of dollars. */
export const PackageVersion = z.object({
  version: z.int().describe('from 1 on; the highest is how the package is today'),
  savedAt: z.string(),
  savedBy: PersonName.nullable().describe('null: from before there was a history'),
  restoredFrom: z.int().nullable().describe('the version that was brought back'),
  changes: z.array(AuditChange).describe('against the version before; of the first one none'),
  restoring: z.array(AuditChange).describe('what bringing it back would change today'),
})
export type PackageVersion = z.infer<typeof PackageVersion>

export const RestorePackageBody = z.object({
  version: Id,
  expectedVersion: Id.describe('of the package as it was read; 409 where it was saved since'),
})
export type RestorePackageBody = z.infer<typeof RestorePackageBody>

export const PreviewMade = z.object({ id: z.int() })
export type PreviewMade = z.infer<typeof PreviewMade>

export const PackagePreview = z.object({ item: AdminPackage, reviews: z.array(Review) })
export type PackagePreview = z.infer<typeof PackagePreview>
