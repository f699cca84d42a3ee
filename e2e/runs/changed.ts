/**
 * `npm run test:changed`: a quick selection of tests while you work. It runs Vitest's tests of files that import a changed file, and
 * the journeys of the areas that the change touches. `npm test` runs everything.
 *
 *   npm run test:changed            what is not committed yet
 *   npm run test:changed -- main    everything since the branch left main
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { ROOT } from '#db/testing/node-process.ts'

/** Folders of e2e/journeys. */
const AREAS = ['shop', 'account', 'areas/customer', 'areas/admin', 'widget', 'quality'] as const
type Area = (typeof AREAS)[number]

/** The areas that a changed file reaches. The first match decides. Other files in api and db have their own tests and reach no journey. */
const REACHES: [RegExp, readonly Area[]][] = [
  [/^site\/(widget|shop\/purchase)\/|^api\/sales\/widget\//, ['shop', 'widget']],
  [/^(site\/shop|api\/(sales|catalogue)|api\/money\/(payments|provider-events))\//, ['shop']],
  [/^(site\/account|api\/people)\//, ['account']],
  [/^(site\/order|api\/orders)\//, ['areas/customer', 'areas/admin']],
  [/^(site\/(areas\/customer|invoice)|api\/operations\/privacy|api\/money\/invoices)\//, ['areas/customer']],
  [/^(site\/areas|api\/(operations|outbound|money))\//, ['areas/admin']],
  [/^site\/(components\/consent|pages|content|og|illustrations)\//, ['quality']],
  [/^(site|e2e\/(support|journeys\/support))\/|^astro\.config/, AREAS],
]
/** Code that draws screens, and the lists of screens. One spec visits all screens. */
const DRAWS = /^site\/|^e2e\/journeys\/quality\/screens\//
const TESTED_BY_VITEST = /^(api|db|docs|site|e2e\/runs)\/.*\.(ts|tsx|yaml|md)$/

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

function listChanged(since: string | undefined): string[] {
  const [base = 'HEAD'] = since ? git('merge-base', since, 'HEAD') : []
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** @returns paths that Playwright takes as filters */
function listJourneys(changed: readonly string[]): string[] {
  const found = new Set<string>()
  for (const file of changed) {
    const areas = REACHES.find(([pattern]) => pattern.test(file))?.[1] ?? []
    for (const area of areas) found.add(`journeys/${area}/`)
    if (DRAWS.test(file)) found.add('journeys/quality/accessibility.spec.ts')
    if (file.endsWith('.spec.ts')) found.add(file)
  }
  return [...found]
}

function run(command: string, args: string[]): void {
  process.stdout.write(`\n── ${[command, ...args].join(' ')}\n`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

const changed = listChanged(process.argv[2])
const sources = changed.filter((file) => TESTED_BY_VITEST.test(file))
const journeys = listJourneys(changed)
if (sources.length > 0) run('vitest', ['related', '--run', '--passWithNoTests', ...sources])
if (journeys.length > 0) run('npm', ['run', 'e2e', '--', ...journeys])
if (sources.length + journeys.length === 0) process.stdout.write('✔ Nothing changed that a test reaches\n')
