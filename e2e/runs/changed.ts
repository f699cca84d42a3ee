/**
 * `npm run test:changed`: a quick selection of tests while you work. It runs Vitest's tests beside a changed file and beside those
 * that import it, and the journeys of the areas whose screens the change draws. `npm test` runs everything.
 *
 *   npm run test:changed            what is not committed yet
 *   npm run test:changed -- main    everything since the branch left main
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { dirname, relative } from 'node:path'
import { ROOT } from '#db/testing/node-process.ts'

/** Folders of e2e/journeys. */
const AREAS = ['shop', 'account', 'areas/customer', 'areas/admin', 'widget', 'quality'] as const
type Area = (typeof AREAS)[number]

/** The areas that a changed file draws. The first match decides. Files in api and db have their own tests. */
const DRAWS: [RegExp, readonly Area[]][] = [
  [/^site\/(widget|shop\/purchase)\//, ['shop', 'widget']],
  [/^site\/shop\//, ['shop']],
  [/^site\/account\//, ['account']],
  [/^site\/order\//, ['areas/customer', 'areas/admin']],
  [/^site\/(areas\/customer|invoice)\//, ['areas/customer']],
  [/^site\/areas\//, ['areas/admin']],
  [/^site\/(components\/consent|pages|content|og|illustrations)\//, ['quality']],
  [/^(site|e2e\/(support|journeys\/support))\/|^astro\.config/, AREAS],
]
/** One spec visits all screens. */
const SCREENS = /^site\/|^e2e\/journeys\/quality\/screens\//
const TEST = /\.test\.tsx?$/

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

function listChanged(since: string | undefined): string[] {
  const [base = 'HEAD'] = since ? git('merge-base', since, 'HEAD') : []
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** @returns the files that import this one: by its name, or from a folder above it */
function listImporters(file: string): string[] {
  const names = [`'#${file}'`]
  for (let folder = dirname(dirname(file)); folder !== '.'; folder = dirname(folder))
    names.push(`'./${relative(folder, file)}'`)
  const { stdout } = spawnSync(
    'git',
    ['grep', '-lF', '--untracked', ...names.flatMap((name) => ['-e', name])],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  return stdout.split('\n').filter(Boolean)
}

/** @returns the tests in the folder of the file or, where it has none, in the nearest one above */
function listTestsBeside(file: string, tests: readonly string[]): string[] {
  if (TEST.test(file)) return [file]
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const found = tests.filter((test) => dirname(test) === folder)
    if (found.length > 0) return found
  }
  return []
}

function listTests(changed: readonly string[]): string[] {
  const tests = git(
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.test.ts',
    '*.test.tsx',
  ).filter((file) => !file.startsWith('e2e/deploy/'))
  const quick = tests.filter((test) => !test.includes('.property.'))
  const importers = changed.flatMap((file) => (TEST.test(file) ? [] : listImporters(file)))
  return [
    ...new Set([
      ...changed.flatMap((file) => listTestsBeside(file, tests)),
      ...importers.flatMap((file) => listTestsBeside(file, quick)),
    ]),
  ]
}

/** @returns paths that Playwright takes as filters */
function listJourneys(changed: readonly string[]): string[] {
  const found = new Set<string>()
  for (const file of changed) {
    if (TEST.test(file)) continue
    const areas = DRAWS.find(([pattern]) => pattern.test(file))?.[1] ?? []
    for (const area of areas) found.add(`journeys/${area}/`)
    if (SCREENS.test(file)) found.add('journeys/quality/accessibility.spec.ts')
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
const tests = listTests(changed)
const journeys = listJourneys(changed)
if (tests.length > 0) run('vitest', ['run', ...tests])
if (journeys.length > 0) run('npm', ['run', 'e2e', '--', ...journeys])
if (tests.length + journeys.length === 0) process.stdout.write('✔ Nothing changed that a test reaches\n')
