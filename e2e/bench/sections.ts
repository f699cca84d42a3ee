import type { Bench } from './bench.ts'
import { measureBuilds } from './builds.ts'
import { measureGrowth } from './growth.ts'
import { measureMessages } from './messages.ts'
import { measurePages } from './pages.ts'
import { measureProcesses } from './processes.ts'
import { measurePurchases } from './purchases.ts'
import { measureReads } from './reads.ts'
import { measureStarts } from './starts.ts'
import { measureStaticFiles } from './static-files.ts'

/** In the order of measuring. The names are arguments of `npm run bench`. */
export const SECTIONS = {
  start: measureStarts,
  reads: measureReads,
  purchases: measurePurchases,
  files: measureStaticFiles,
  builds: measureBuilds,
  growth: measureGrowth,
  messages: measureMessages,
  processes: measureProcesses,
  pages: measurePages,
} satisfies Record<string, (bench: Bench) => Promise<void>>
export type SectionName = keyof typeof SECTIONS
