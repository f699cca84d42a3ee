/** One build of the site, in a process of its own: it takes memory that is free again afterwards, and ends with its parent. */
import { type AstroInlineConfig, build } from 'astro'

process.on('disconnect', () => process.exit(1))

/** It prepares packages for a dev server, which a build starts to read its content, and none is served: 5 seconds, 200 MiB. */
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
