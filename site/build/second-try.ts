/**
 * Replaces every `import()` in the pages' scripts with `importTwice` (site/layouts/missing-scripts.js). It loads a script that does
 * not arrive a second time, and then tells the visitor.
 */
import type { Plugin } from 'vite'

const DYNAMIC_IMPORT = /\bimport\(([`"']\.\/[\w.-]+[`"'])\)/g

export const secondTry: Plugin = {
  name: 'second-try',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // Runs after Vite's own plugins, which look for `import()`.
    order: 'post',
    handler(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') output.code = output.code.replaceAll(DYNAMIC_IMPORT, 'importTwice($1)')
    },
  },
}
