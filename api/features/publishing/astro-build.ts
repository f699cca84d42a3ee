/** One build of the site, in a process of its own: it takes memory that is free again afterwards, and ends with its parent. */
import { build } from 'astro'

process.on('disconnect', () => process.exit(1))
await build({ root: process.cwd() })
process.exit(0)
