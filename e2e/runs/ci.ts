/**
 * `npm run ci`: runs every part that a change must pass, then reports their times. Exits with 1 if a part fails, or takes more than
 * its share of the run because something in it has become slow. Shares are the same on slow machines.
 */
import { type Ended, formatSeconds, type Part, runPart } from './part.ts'

interface CiPart extends Part {
  /** Share of the run's time, measured on two idle cores: docs/performance.md. Unset: its time depends on the machine. */
  share?: number
}

/** The parts of a step run beside each other, so their shares add up to more than the run. */
const STEPS: CiPart[][] = [
  // `programs` downloads missing programs that npm does not have.
  [
    { name: 'check', script: 'check', share: 0.03 },
    { name: 'programs', script: 'programs' },
  ],
  [{ name: 'unit', script: 'test:unit', share: 0.19 }],
  [{ name: 'journeys', script: 'e2e', share: 0.5 }],
  // Needs the site that the journeys have built.
  [{ name: 'processes', script: 'test:processes', share: 0.12 }],
  [{ name: 'engines', script: 'e2e:engines', share: 0.18 }],
  // Each waits while the other works, and both tolerate a busy machine.
  [
    { name: 'company', script: 'test:company', share: 0.08 },
    { name: 'chaos', script: 'chaos', args: ['--quick'], share: 0.05 },
  ],
  [{ name: 'bench', script: 'bench', args: ['--quick'], share: 0.07 }],
]
const MOST_GROWTH = 1.3
/** Added to each share: short parts vary by more than 30 %, and machines are slow at different things. */
const ALLOWANCE = 0.03

const say = (line: string) => process.stdout.write(`${line}\n`)

/** @returns whether every part kept to its share; true for an interrupted run */
function reportShares(
  ended: [CiPart, Ended][],
  { total, isWhole }: { total: number; isWhole: boolean },
): boolean {
  let isWithin = true
  say(`\nWhere the time went: ${formatSeconds(total)}, without npm ci`)
  for (const [{ name, share }, { seconds }] of ended) {
    const own = seconds / total
    const most = share === undefined ? 1 : share * MOST_GROWTH + ALLOWANCE
    const percent = (part: number) => `${Math.round(part * 100)} %`
    const isTooMuch = isWhole && own > most
    if (isTooMuch) isWithin = false
    const verdict = isTooMuch ? `  ✘ more than ${percent(most)}: what in it has become slow?` : ''
    const figures = [formatSeconds(seconds), percent(own)]
    say(`  ${name.padEnd(10)}${figures.map((figure) => figure.padStart(11)).join('')}${verdict}`)
  }
  return isWithin
}

const ended: [CiPart, Ended][] = []
const failed: string[] = []
const startedAtMs = performance.now()
for (const parts of STEPS) {
  const ofStep = await Promise.all(
    parts.map(
      async (part, nth): Promise<[CiPart, Ended]> => [part, await runPart(part, { isShownAtEnd: nth > 0 })],
    ),
  )
  ended.push(...ofStep)
  for (const [{ name }, { exitCode }] of ofStep) if (exitCode !== 0) failed.push(name)
  if (failed.length > 0) break
}
const total = (performance.now() - startedAtMs) / 1_000
const isWithin = reportShares(ended, { total, isWhole: ended.length === STEPS.flat().length })
if (failed.length > 0) say(`\n✘ ${failed.join(', ')} failed`)
if (failed.length > 0 || !isWithin) process.exitCode = 1
