import { businessWebsite } from './business-website.ts'
import { cloudMigration } from './cloud-migration.ts'
import { cloudReview } from './cloud-review.ts'
import { digitalTransformationStarter } from './digital-transformation-starter.ts'
import { itStrategyReview } from './it-strategy-review.ts'
import { laravelModernization } from './laravel-modernization.ts'
import { mobileApp } from './mobile-app.ts'
import { onlineStore } from './online-store.ts'
import { phpUpgrade } from './php-upgrade.ts'
import type { SeedPackage } from './seed-package.ts'
import { seoFoundations } from './seo-foundations.ts'
import { siteAudit } from './site-audit.ts'
import { wordpressWebsite } from './wordpress-website.ts'

/** The demo catalogue in shop-window order: categories and prices alternate, equal pictures stay apart. */
export const packages: SeedPackage[] = [
  businessWebsite,
  mobileApp,
  cloudMigration,
  siteAudit,
  onlineStore,
  itStrategyReview,
  wordpressWebsite,
  digitalTransformationStarter,
  laravelModernization,
  seoFoundations,
  phpUpgrade,
  cloudReview,
]
