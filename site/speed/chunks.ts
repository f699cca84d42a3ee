/**
 * Which modules share a file in the browser. By default a page loads some twenty small ones, each of them a request on a slow
 * line. A group takes what its module imports along, except what a group of higher priority has, unless it says otherwise.
 */
import type { Plugin } from 'vite'

/** Small ones that import nothing large: all of it is loaded by each area, by the checkout and by the purchase form. */
const SHARED = new RegExp(
  [
    String.raw`lucide-react|nanostores\/map`,
    String.raw`site\/(?:ui|format|shell)\/|site\/client\/(?:refusals|call-key)|site\/stores\/(?:query|buyer-draft|coupon|carried-coupon|admin)`,
    String.raw`site\/security\/setup-screen|site\/components\/home-page`,
    String.raw`contract\/(?:status-labels|order-statuses|staff-statuses|placeholders|promises|pricing|buyer-fields|phone|address-labels|payment-provider)\.`,
  ].join('|'),
)
/** What lists of the admin area are made of. */
const LIST =
  /@tanstack\/|use-sync-external-store|site\/ui\/data-table|site\/features\/admin\/list\/(?:use-admin-list|\w+-list|\w+-filter|use-package-names)\./
/** What its first screen shares with its lists. */
const ADMIN = /site\/features\/admin\/(?:list\/|[\w/-]+-(?:labels|link)\.)|contract\/order-attention/
/** What checks a buyer's form, and what pays. */
const PURCHASE = /site\/(?:flow|payments)\/|zod\/v4\/(?:core|mini)\/|contract\/(?:buyer-form|gstin|text)\./

export const chunks: Plugin = {
  name: 'chunks',
  configEnvironment(name) {
    if (name !== 'client') return undefined
    return {
      build: {
        rolldownOptions: {
          // Else a group that holds an entry is a second file beside the entry's own.
          preserveEntrySignatures: 'allow-extension',
          output: {
            codeSplitting: {
              groups: [
                // The script of every page, with the stores that the islands share with it.
                { name: 'page', test: /layouts\/Base\.astro\?.*type=script/, priority: 4 },
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\//,
                  priority: 3,
                },
                // The home page's island, from which the other islands import their buttons, dialogs and icons.
                { name: 'home', test: /packages\/package-grid\.tsx$/, priority: 2 },
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
