/**
 * `npm run release -- minor` (or `patch`, `major`) makes a release of the committed code. Unreleased in CHANGELOG.md becomes a
 * version with the date, package.json gets its number, and the commit gets a tag such as v0.8.0. You push it yourself:
 * `git push origin main --tags`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const STEPS = ['patch', 'minor', 'major']
const CHANGELOG = 'CHANGELOG.md'
const UNRELEASED = '## [Unreleased]\n'

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' }).trim()

/** @returns why a release is not possible; undefined if it is */
function findObstacle(step: string): string | undefined {
  if (!STEPS.includes(step)) return `Which number goes up? ${STEPS.join(', ')}`
  if (run('git', 'status', '--porcelain')) return 'Something is not committed'
  const [, unreleased = ''] = readFileSync(CHANGELOG, 'utf8').split(/^## .*\n/m)
  if (!/^- /m.test(unreleased)) return `Nothing stands under Unreleased in ${CHANGELOG}`
  return undefined
}

const [step = ''] = process.argv.slice(2)
const obstacle = findObstacle(step)
if (obstacle) {
  process.stderr.write(`✘ ${obstacle}\n`)
  process.exit(1)
}

const tag = run('npm', 'version', step, '--no-git-tag-version')
const version = tag.slice(1)
const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
const changelog = readFileSync(CHANGELOG, 'utf8')
writeFileSync(CHANGELOG, changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${today}\n`))
run('git', 'commit', '--all', '--message', `Release ${version}`)
run('git', 'tag', '--annotate', tag, '--message', `Release ${version}`)
process.stdout.write(`✔ ${tag}: git push origin main --tags\n`)
