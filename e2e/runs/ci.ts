/**
 * `npm run ci`: every part that a change must pass, then a report of their times. Exits with 1 where a part fails, or
 * takes more than its share of the run, because something in it has become slow. Shares are the same on slow machines.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../db/testing/node-process.ts'
import { type Ended, formatSeconds, type Part, runPart } from './part.ts'
import { installPrograms } from './programs.ts'
import { describeSlowTests, readPlaywrightTests, readVitestTests, type Timed } from './test-times.ts'

interface CiPart extends Part {
  /** Share of the run's time, measured on two idle cores: docs/performance.md. */
  share: number
}

const REPORTS = join(ROOT, '.data', 'ci')
const reportOf = (name: string) => join(REPORTS, `${name}.json`)
const vitestArgs = (name: string) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportOf(name)}`,
]

const PLAYWRIGHT_ARGS = ['--reporter=list,json']

const PARTS: CiPart[] = [
  { name: 'check', script: 'check', share: 0.03 },
  { name: 'unit', script: 'test:unit', args: vitestArgs('unit'), share: 0.18 },
  { name: 'journeys', script: 'e2e', args: PLAYWRIGHT_ARGS, share: 0.51 },
  // Needs the site that the journeys have built.
  { name: 'processes', script: 'test:processes', args: vitestArgs('processes'), share: 0.12 },
  { name: 'company', script: 'test:company', args: PLAYWRIGHT_ARGS, share: 0.07 },
  { name: 'chaos', script: 'chaos', args: ['--quick'], share: 0.03 },
  { name: 'bench', script: 'bench', args: ['--quick'], share: 0.08 },
]
const MOST_GROWTH = 1.3
/** Short parts vary by more than 30 %, and machines differ in what they are slow at. */
const ALLOWANCE = 0.03

const say = (line: string) => process.stdout.write(`${line}\n`)

async function listTests(): Promise<Timed[]> {
  return [
    ...(await readVitestTests(reportOf('unit'))),
    ...(await readVitestTests(reportOf('processes'))),
    ...(await readPlaywrightTests(reportOf('journeys'))),
    ...(await readPlaywrightTests(reportOf('company'))),
  ]
}

/** @returns whether every part kept to its share; true for a run that was cut short */
function reportShares(ended: [CiPart, Ended][]): boolean {
  const isWhole = ended.length === PARTS.length
  const total = ended.reduce((sum, [, { seconds }]) => sum + seconds, 0)
  let isWithin = true
  say(`\nWhere the time went: ${formatSeconds(total)}, without npm ci and programs of the machine`)
  for (const [{ name, share }, { seconds }] of ended) {
    const most = share * MOST_GROWTH + ALLOWANCE
    const own = seconds / total
    const percent = (part: number) => `${Math.round(part * 100)} %`
    const isTooMuch = isWhole && own > most
    if (isTooMuch) isWithin = false
    const verdict = isTooMuch ? `  ✘ more than ${percent(most)}: what in it has become slow?` : ''
    say(`  ${name.padEnd(10)}${formatSeconds(seconds).padStart(7)}${percent(own).padStart(7)}${verdict}`)
  }
  return isWithin
}

await rm(REPORTS, { recursive: true, force: true })
installPrograms()
const ended: [CiPart, Ended][] = []
let failed: string | undefined
for (const part of PARTS) {
  const one = await runPart(part, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(part.name) } })
  ended.push([part, one])
  if (one.exitCode === 0) continue
  failed = part.name
  break
}
for (const line of describeSlowTests(await listTests())) say(line)
const isWithin = reportShares(ended)
if (failed) say(`\n✘ ${failed} failed`)
if (failed || !isWithin) process.exitCode = 1
