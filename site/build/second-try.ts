/**
 * Makes every `import()` of the pages' scripts a call of `importTwice` (site/layouts/missing-scripts.js), which tries a second
 * time and says so where a script does not arrive.
 */
import type { Plugin } from 'vite'

const DYNAMIC_IMPORT = /\bimport\(([`"']\.\/[\w.-]+[`"'])\)/g

export const secondTry: Plugin = {
  name: 'second-try',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // Vite looks for `import()`, too.
    order: 'post',
    handler(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') output.code = output.code.replaceAll(DYNAMIC_IMPORT, 'importTwice($1)')
    },
  },
}
