/**
 * `npm run proof`: everything that takes too long for each change, part by part. Each part leaves a report in .data/proof. A
 * proof that was cut off goes on at the first part that has no good report for this code; documents may change meanwhile,
 * because the figures are written into them.
 *
 *   npm run proof -- --list       which parts have a report
 *   npm run proof -- --anew       all parts again
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../db/testing/node-process.ts'
import { formatSeconds, type Part, runPart } from './part.ts'

const PARTS: Part[] = [
  { name: 'go-live', script: 'go-live' },
  { name: 'lighthouse', script: 'lighthouse' },
  { name: 'fuzz', script: 'fuzz' },
  { name: 'processes', script: 'test:deploy:long' },
  { name: 'chaos-steps', script: 'chaos', args: ['--steps'] },
  { name: 'chaos-webhooks', script: 'chaos', args: ['--webhooks', '10000'] },
  { name: 'chaos-publisher', script: 'chaos:publisher' },
  { name: 'chaos-failover', script: 'chaos:failover' },
  { name: 'bench', script: 'bench' },
  { name: 'soak', script: 'soak' },
  { name: 'chaos-kills', script: 'chaos', args: ['--kills', '1000', '--restarts', '50'] },
]
const NOT_CODE = /^docs$|\.md$/

interface Report {
  part: string
  commit: string
  startedAt: string
  seconds: number
  exitCode: number
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** The same for two commits that differ in documents alone. */
function identifyCode(): string {
  const entries = git('ls-tree', 'HEAD')
    .split('\n')
    .filter((entry) => !NOT_CODE.test(entry.split('\t')[1] ?? ''))
  return createHash('sha256').update(entries.join('\n')).digest('hex').slice(0, 12)
}

const { values } = parseArgs({
  options: { list: { type: 'boolean', default: false }, anew: { type: 'boolean', default: false } },
})
const dir = join(ROOT, '.data', 'proof', identifyCode())
const fileOf = (part: Part, ending: string) => join(dir, `${part.name}.${ending}`)

async function readReport(part: Part): Promise<Report | undefined> {
  const file = fileOf(part, 'json')
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Report) : undefined
}

async function prove(part: Part): Promise<Report> {
  say(`\n── ${part.name}: npm run ${[part.script, ...(part.args ?? [])].join(' ')}`)
  const startedAt = new Date().toISOString()
  const ended = await runPart(part, { logFile: fileOf(part, 'log') })
  const report = { part: part.name, commit: git('rev-parse', '--short', 'HEAD'), startedAt, ...ended }
  await writeFile(fileOf(part, 'json'), `${JSON.stringify(report, null, 2)}\n`)
  return report
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
  await mkdir(dir, { recursive: true })
  const reports: [Part, Report | undefined][] = []
  for (const part of PARTS) {
    const earlier = values.anew ? undefined : await readReport(part)
    const isNeeded = !values.list && earlier?.exitCode !== 0
    reports.push([part, isNeeded ? await prove(part) : earlier])
  }
  say(`\nReports are in ${dir}`)
  for (const [part, report] of reports) say(describe(part, report))
  if (reports.some(([, report]) => report?.exitCode !== 0)) process.exitCode = 1
}

await main()
