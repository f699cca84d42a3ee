/**
 * Which modules share a file in the browser. By default the home page loads some twenty small ones, each of them a
 * request on a slow line. A group takes what its module imports along, except what a group of higher priority has.
 */
import type { Plugin } from 'vite'

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
                { name: 'page', test: /layouts\/Base\.astro\?.*type=script/, priority: 3 },
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\//,
                  priority: 2,
                },
                // The home page's island, from which the other islands import their buttons, dialogs and icons.
                { name: 'home', test: /packages\/package-grid\.tsx$/, priority: 1 },
                // What at least two of the areas, the checkout and the purchase form have in common: icons for the most part.
                {
                  name: 'shared',
                  test: /lucide-react|site\/(?:ui|format)\/|contract\/(?:status-labels|order-statuses|staff-statuses)/,
                  minShareCount: 2,
                  maxModuleSize: 4000,
                  priority: 0,
                },
              ],
            },
          },
        },
      },
    }
  },
}
