/**
 * `npm run proof`: runs all checks that take too long for each change. Each part leaves a report in .data/proof. An
 * interrupted proof continues with the first part that has no good report for this code. Documents may change in between,
 * because the figures are written into them.
 *
 *   npm run proof -- --list       which parts have a report
 *   npm run proof -- bench soak   these parts alone
 *   npm run proof -- --anew       all parts again
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '#db/testing/node-process.ts'
import { formatSeconds, type Part, runPart } from './part.ts'

const PARTS: Part[] = [
  { name: 'go-live', script: 'go-live' },
  { name: 'engines', script: 'e2e:engines' },
  { name: 'fuzz', script: 'fuzz' },
  { name: 'processes', script: 'test:deploy:long' },
  { name: 'chaos-steps', script: 'chaos', args: ['--steps'] },
  { name: 'chaos-publisher', script: 'chaos:publishing' },
  { name: 'chaos-failover', script: 'chaos:failover' },
  { name: 'bench', script: 'bench' },
  { name: 'soak', script: 'soak', args: ['--minutes', '10'] },
  { name: 'soak-control', script: 'soak', args: ['--minutes', '4', '--control'] },
  { name: 'chaos-kills', script: 'chaos', args: ['--kills', '1000', '--restarts', '50'] },
]
const NOT_CODE = /^docs$|\.md$/

const say = (line: string) => process.stdout.write(`${line}\n`)
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** @returns a hash that is the same for two commits that differ only in documents */
function identifyCode(): string {
  const entries = git('ls-tree', 'HEAD')
    .split('\n')
    .filter((entry) => !NOT_CODE.test(entry.split('\t')[1] ?? ''))
  return createHash('sha256').update(entries.join('\n')).digest('hex').slice(0, 12)
}

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean', default: false }, anew: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.find((given) => !PARTS.some(({ name }) => name === given))
if (unknown) throw new Error(`There is no part ${unknown}`)
const parts = PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const dir = join(ROOT, '.data', 'proof', identifyCode())

interface Report {
  part: string
  commit: string
  startedAt: string
  seconds: number
  exitCode: number
}

async function readReport({ name }: Part): Promise<Report | undefined> {
  const file = join(dir, `${name}.json`)
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Report) : undefined
}

/** Runs the parts without a good report, and writes a report after each. @returns the reports of all parts */
async function prove(commit: string): Promise<Report[]> {
  await mkdir(dir, { recursive: true })
  const reports: Report[] = []
  for (const part of parts) {
    let report = await readReport(part)
    if (report?.exitCode !== 0) {
      process.stdout.write(`\n── ${part.name}: npm run ${[part.script, ...(part.args ?? [])].join(' ')}\n`)
      const startedAt = new Date().toISOString()
      const ended = await runPart(part, { logFile: join(dir, `${part.name}.log`) })
      report = { part: part.name, commit, startedAt, ...ended }
      await writeFile(join(dir, `${part.name}.json`), `${JSON.stringify(report, null, 2)}\n`)
    }
    reports.push(report)
  }
  return reports
}

function describe(part: Part, report: Report | undefined): string {
  if (!report) return `– ${part.name}`
  const { exitCode, seconds, commit } = report
  return `${exitCode === 0 ? '✔' : '✘'} ${part.name.padEnd(16)}${formatSeconds(seconds).padStart(8)}  at ${commit}`
}

async function main(): Promise<void> {
  if (git('status', '--porcelain') !== '') {
    say('✘ A report names the commit that it is for: commit your changes first.')
    process.exitCode = 1
    return
  }
  if (values.anew) await rm(dir, { recursive: true, force: true })
  const reports = values.list
    ? await Promise.all(parts.map((part) => readReport(part)))
    : await prove(git('rev-parse', '--short', 'HEAD'))
  say(`\nReports are in ${dir}`)
  for (const [nth, part] of parts.entries()) say(describe(part, reports[nth]))
  if (reports.some((report) => report?.exitCode !== 0)) process.exitCode = 1
}

await main()
