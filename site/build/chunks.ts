/**
 * Groups modules into chunks. By default a page loads about twenty small chunks, each of them a slow request on a phone. A group
 * includes the imports of its modules (except by `includeDependenciesRecursively: false`) that no group of higher priority has.
 */
import type { Plugin } from 'vite'

/** Small modules without large imports. Each area, the checkout and the purchase form load all of them. */
const SHARED = new RegExp(
  [
    String.raw`lucide-react|nanostores\/map`,
    String.raw`site\/kit\/(?:ui|format|shell)\/|site\/kit\/client\/(?:refusals|call-key|use-fetched)|site\/kit\/stores\/(?:query|buyer-draft|coupon|admin)|site\/areas\/(?:account-menu|area-island)`,
    String.raw`site\/account\/second-factor\/(?:setup-screen|security-dialog)|site\/components\/home-page`,
    String.raw`rules\/(?:status-labels|orders|placeholders|promises|buyer-fields|addresses|payment-provider|money\/sold-in)\.`,
  ].join('|'),
)
/** Modules of all lists in the admin area. */
const LIST =
  /site\/kit\/ui\/table\/data-table|site\/areas\/admin\/list\/(?:use-admin-list|admin-table|settings-list)\./
/** Modules that the first screen of the admin area shares with its lists. */
const ADMIN = /site\/areas\/admin\/(?:list\/|[\w/-]+-(?:labels|link)\.)/
/** Modules that validate a buyer's form, and pay. */
const PURCHASE =
  /site\/shop\/payment\/|zod\/v4\/(?:core|mini)\/|contract\/(?:people\/buyer-form|platform\/text)\./

const NAMED_BY_HASH = {
  entryFileNames: '_astro/[hash].js',
  chunkFileNames: '_astro/[hash].js',
  assetFileNames: '_astro/[hash][extname]',
  hashCharacters: 'hex',
} as const

export const chunks: Plugin = {
  name: 'chunks',
  configEnvironment(name) {
    if (name !== 'client') return undefined
    return {
      build: {
        rolldownOptions: {
          // Without this setting, a group that contains an entry is split into two files.
          preserveEntrySignatures: 'allow-extension',
          output: {
            // Ad blockers recognise scripts by their names, such as CookieNotice.
            ...NAMED_BY_HASH,
            codeSplitting: {
              groups: [
                // The script of every page, with the stores that it shares with the islands.
                { name: 'page', test: /layouts\/Document\.astro\?.*type=script/, priority: 4 },
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\/|site\/kit\/ui\/jsx\//,
                  priority: 3,
                },
                // The island of the home page. Other islands import buttons, dialogs and icons from it.
                { name: 'home', test: /grid\/package-grid\.tsx$/, priority: 2 },
                {
                  name: 'list',
                  test: LIST,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                  priority: 1,
                },
                {
                  name: 'admin',
                  test: ADMIN,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                  priority: 0,
                },
                {
                  name: 'purchase',
                  test: PURCHASE,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                  priority: 1,
                },
                { name: 'shared', test: SHARED, minShareCount: 2, maxModuleSize: 4000, priority: 0 },
              ],
            },
          },
        },
      },
    }
  },
}
