/**
 * `npm run bench`: measures how fast the shop is, compared with a reference in the same run on the same machine. Prints a table,
 * writes it to .data/bench, and exits with 1 if a figure misses its budget. With names of sections as arguments it
 * measures only those. `--quick` has no budgets: it only shows that every part works.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#db/connection/embedded.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { ensureLoadGenerator } from '#e2e/support/wrk.ts'
import { type Bench, Figures } from './figures.ts'
import { measureGrowth } from './growth.ts'
import { BENCH_DIR } from './machine.ts'
import { measureMessages } from './messages.ts'
import { measurePages } from './pages.ts'
import { measurePurchases } from './purchases.ts'
import { measureFiles, measureReads } from './reads.ts'
import { measureStarts } from './starts.ts'

/** In the order of measuring. The names are arguments of `npm run bench`. */
const SECTIONS = {
  start: measureStarts,
  reads: measureReads,
  purchases: measurePurchases,
  files: measureFiles,
  growth: measureGrowth,
  messages: measureMessages,
  pages: measurePages,
} satisfies Record<string, (bench: Bench) => Promise<void>>
type SectionName = keyof typeof SECTIONS

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isQuick = values.quick
const names = (positionals.length > 0 ? positionals : Object.keys(SECTIONS)) as SectionName[]
const unknown = names.find((name) => !(name in SECTIONS))
if (unknown) throw new Error(`No section ${unknown}; there are ${Object.keys(SECTIONS).join(', ')}`)

ensureLoadGenerator()
execFileSync(process.execPath, [join(ROOT, 'api', 'deploy', 'bundle.ts')])
const figures = new Figures({ isQuick })
const server = await startEmbeddedPostgres(join(BENCH_DIR, 'database'), {
  settings: { max_connections: '200' },
})
try {
  for (const name of names) {
    const measure = () => SECTIONS[name]({ server, figures, isQuick })
    await measure()
    // Measured once more, because a shared machine is sometimes slow for minutes. The growth section has its own tries.
    if (name !== 'growth' && figures.missed.some(({ section }) => section === name)) await measure()
  }
} finally {
  await server.stop()
}
await figures.write()

for (const { name, value, unit } of figures.missed) {
  process.stdout.write(`✘ ${name}: ${value.toFixed(2)} ${unit} misses its budget\n`)
  process.exitCode = 1
}
