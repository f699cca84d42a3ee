/**
 * `npm run ci`: runs every part that a change must pass, then reports their times. Exits with 1 if a part fails, or takes more than
 * its share of the run because something in it has become slow. Shares are the same on slow machines. The report also shows how
 * busy the processors were: a part that leaves them idle can run beside another.
 */
import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#db/testing/node-process.ts'
import { type Ended, formatSeconds, type Part, runPart } from './part.ts'
import { describeSlowTests, readPlaywrightTests, readVitestTests, type Timed } from './test-times.ts'

interface CiPart extends Part {
  /** Share of the run's time, measured on two idle cores: docs/performance.md. Unset: its time depends on the machine. */
  share?: number
}

interface Measured extends Ended {
  /** Share of all processors' time used meanwhile, by anything on the machine. */
  busy: number
}

const REPORTS = join(ROOT, '.data', 'ci')
const reportOf = (name: string) => join(REPORTS, `${name}.json`)
const vitestArgs = (name: string) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportOf(name)}`,
]

const PLAYWRIGHT_ARGS = ['--reporter=list,json']

/** The parts of a step run beside each other, so their shares add up to more than the run. */
const STEPS: CiPart[][] = [
  // `programs` downloads missing programs that npm does not have.
  [
    { name: 'check', script: 'check', share: 0.03 },
    { name: 'programs', script: 'programs' },
  ],
  [{ name: 'unit', script: 'test:unit', args: vitestArgs('unit'), share: 0.19 }],
  [{ name: 'journeys', script: 'e2e', args: PLAYWRIGHT_ARGS, share: 0.5 }],
  // Needs the site that the journeys have built.
  [{ name: 'processes', script: 'test:processes', args: vitestArgs('processes'), share: 0.12 }],
  [{ name: 'engines', script: 'e2e:engines', args: PLAYWRIGHT_ARGS, share: 0.18 }],
  // Each waits while the other works, and both tolerate a busy machine.
  [
    { name: 'company', script: 'test:company', args: PLAYWRIGHT_ARGS, share: 0.08 },
    { name: 'chaos', script: 'chaos', args: ['--quick'], share: 0.05 },
  ],
  [{ name: 'bench', script: 'bench', args: ['--quick'], share: 0.07 }],
]
const MOST_GROWTH = 1.3
/** Added to each share: short parts vary by more than 30 %, and machines are slow at different things. */
const ALLOWANCE = 0.03

const say = (line: string) => process.stdout.write(`${line}\n`)

async function listTests(): Promise<Timed[]> {
  return [
    ...(await readVitestTests(reportOf('unit'))),
    ...(await readVitestTests(reportOf('processes'))),
    ...(await readPlaywrightTests(reportOf('journeys'))),
    ...(await readPlaywrightTests(reportOf('engines'))),
    ...(await readPlaywrightTests(reportOf('company'))),
  ]
}

/** @returns a function that returns the share of all processors' time used since */
function watchProcessors(): () => number {
  const read = () => {
    const times = cpus().map((cpu) => cpu.times)
    const idle = times.reduce((sum, of) => sum + of.idle, 0)
    return { idle, all: times.flatMap(Object.values).reduce((sum: number, ms: number) => sum + ms, 0) }
  }
  const before = read()
  return () => {
    const now = read()
    return 1 - (now.idle - before.idle) / (now.all - before.all)
  }
}

async function measurePart(part: CiPart, isShownAtEnd: boolean): Promise<Measured> {
  const readBusy = watchProcessors()
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(part.name) }
  const one = await runPart(part, { env, isShownAtEnd })
  return { ...one, busy: readBusy() }
}

/** @returns whether every part kept to its share; true for an interrupted run */
function reportShares(
  ended: [CiPart, Measured][],
  { total, isWhole }: { total: number; isWhole: boolean },
): boolean {
  let isWithin = true
  say(`\nWhere the time went: ${formatSeconds(total)}, without npm ci`)
  for (const [{ name, share }, { seconds, busy }] of ended) {
    const own = seconds / total
    const most = share === undefined ? 1 : share * MOST_GROWTH + ALLOWANCE
    const percent = (part: number) => `${Math.round(part * 100)} %`
    const isTooMuch = isWhole && own > most
    if (isTooMuch) isWithin = false
    const verdict = isTooMuch ? `  ✘ more than ${percent(most)}: what in it has become slow?` : ''
    const figures = [formatSeconds(seconds), percent(own), `busy ${percent(busy)}`]
    say(`  ${name.padEnd(10)}${figures.map((figure) => figure.padStart(11)).join('')}${verdict}`)
  }
  return isWithin
}

await rm(REPORTS, { recursive: true, force: true })
const ended: [CiPart, Measured][] = []
const failed: string[] = []
const startedAtMs = performance.now()
for (const parts of STEPS) {
  const ofStep = await Promise.all(
    parts.map(async (part, nth): Promise<[CiPart, Measured]> => [part, await measurePart(part, nth > 0)]),
  )
  ended.push(...ofStep)
  for (const [{ name }, { exitCode }] of ofStep) if (exitCode !== 0) failed.push(name)
  if (failed.length > 0) break
}
const total = (performance.now() - startedAtMs) / 1_000
for (const line of describeSlowTests(await listTests())) say(line)
const isWithin = reportShares(ended, { total, isWhole: ended.length === STEPS.flat().length })
if (failed.length > 0) say(`\n✘ ${failed.join(', ')} failed`)
if (failed.length > 0 || !isWithin) process.exitCode = 1
