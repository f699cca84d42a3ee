/** Builds the site once, in a process of its own, so that its memory is freed afterwards. Ends with the process that started it. */
import { type AstroInlineConfig, build } from 'astro'

process.on('disconnect', () => process.exit(1))

/** Vite's optimizer prepares packages for a dev server. A build needs none of it, and saves 5 seconds and 200 MiB without. */
const withoutOptimizer: NonNullable<NonNullable<AstroInlineConfig['vite']>['plugins']> = [
  {
    name: 'without-optimizer',
    configResolved({ environments }) {
      for (const { optimizeDeps } of Object.values(environments))
        Object.assign(optimizeDeps, { noDiscovery: true, include: [] })
    },
  },
]

await build({ root: process.cwd(), vite: { plugins: withoutOptimizer } })
process.exit(0)
