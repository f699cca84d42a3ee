/**
 * `npm run release -- minor` (or `patch`, `major`) makes a release of the committed code. Unreleased in CHANGELOG.md becomes a
 * version with the date, package.json gets its number, and the commit gets a tag such as v0.8.0. A second commit names the first
 * in docs/upgrading.md, where the upgrade test finds it. You push it yourself: `git push origin main --tags`.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'node:path'

const STEPS = ['patch', 'minor', 'major']
const CHANGELOG = 'CHANGELOG.md'
const UPGRADING = 'docs/upgrading.md'
const UNRELEASED = '## [Unreleased]\n'
const LAST_RELEASE = /^Last release: .*$/m

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' }).trim()

/** @returns why a release is not possible; undefined if it is */
function findObstacle(step: string): string | undefined {
  if (!STEPS.includes(step)) return `Which number goes up? ${STEPS.join(', ')}`
  if (run('git', 'status', '--porcelain')) return 'Something is not committed'
  const [, unreleased = ''] = readFileSync(CHANGELOG, 'utf8').split(/^## .*\n/m)
  if (!/^- /m.test(unreleased)) return `Nothing stands under Unreleased in ${CHANGELOG}`
  return undefined
}

function replaceIn(file: string, text: string | RegExp, replacement: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(text, replacement))
}

const commit = (subject: string) => run('git', 'commit', '--all', '--message', subject)

const [step = ''] = process.argv.slice(2)
const obstacle = findObstacle(step)
if (obstacle) {
  process.stderr.write(`✘ ${obstacle}\n`)
  process.exit(1)
}

const tag = run('npm', 'version', step, '--no-git-tag-version')
const version = tag.slice(1)
const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
replaceIn(CHANGELOG, UNRELEASED, `${UNRELEASED}\n## [${version}] - ${today}\n`)
commit(`Release ${version}`)
run('git', 'tag', '--annotate', tag, '--message', `Release ${version}`)
const migration = parse(readdirSync('db/migrations').sort().at(-1) ?? '').name
const line = `Last release: ${version}, commit \`${run('git', 'rev-parse', 'HEAD')}\`, migrations up to \`${migration}\``
replaceIn(UPGRADING, LAST_RELEASE, line)
commit(`Name ${version} as the release that upgrades start from`)
process.stdout.write(`✔ ${tag}: git push origin main --tags\n`)
