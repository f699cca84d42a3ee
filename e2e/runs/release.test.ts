import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const RELEASE = resolve(import.meta.dirname, 'release.ts')
const WRITTEN = '## [Unreleased]\n\n### Added\n\n- A bell.\n'
const EARLIER = '\n## [0.6.0] - 2026-11-22\n\n- A shop.\n'

let repository = ''
/** Hides this machine's git settings, and names the author. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@shop.example',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@shop.example',
}

async function call(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd: repository, env })
  return stdout.trim()
}
const release = (step: string) => call(process.execPath, RELEASE, step)
const read = (file: string) => readFile(join(repository, file), 'utf8')
const write = (file: string, text: string) => writeFile(join(repository, file), text)

async function commitChangelog(text: string): Promise<void> {
  await write('CHANGELOG.md', text)
  await call('git', 'add', '.')
  await call('git', 'commit', '--quiet', '--message', 'Begin')
}

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'release-'))
  await call('git', 'init', '--quiet')
  const named = { name: 'shop', version: '0.6.0' }
  await write('package.json', JSON.stringify(named, null, 2))
  await write(
    'package-lock.json',
    JSON.stringify({ ...named, lockfileVersion: 3, packages: { '': named } }, null, 2),
  )
})
afterEach(() => rm(repository, { recursive: true, force: true }))

test('a release is the changelog, the number and the tag of one commit', async () => {
  await commitChangelog(`# Changelog\n\n${WRITTEN}${EARLIER}`)
  await release('minor')

  const today = new Date().toISOString().slice(0, 10)
  expect(await read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## [Unreleased]\n\n## [0.7.0] - ${today}\n\n### Added\n\n- A bell.\n${EARLIER}`,
  )
  expect(await call('git', 'show', 'v0.7.0:CHANGELOG.md')).toContain('[0.7.0]')
  expect(JSON.parse(await call('git', 'show', 'v0.7.0:package.json')).version).toBe('0.7.0')
  expect(JSON.parse(await call('git', 'show', 'v0.7.0:package-lock.json')).packages[''].version).toBe('0.7.0')
  expect(await call('git', 'log', '--format=%s')).toBe('Release 0.7.0\nBegin')
  expect(await call('git', 'status', '--porcelain')).toBe('')
})

test.each([
  ['with a change that is not committed', WRITTEN, 'minor', 'Something is not committed'],
  ['where nothing has changed', '## [Unreleased]\n', 'minor', 'Nothing stands under Unreleased'],
  ['without saying which number goes up', WRITTEN, '0.5.0', 'Which number goes up?'],
])('no release is made %s', async (_when, unreleased, step, reason) => {
  await commitChangelog(`# Changelog\n\n${unreleased}${EARLIER}`)
  if (reason.startsWith('Something')) await write('new.txt', '')
  await expect(release(step)).rejects.toThrow(reason)
  expect(await call('git', 'tag')).toBe('')
  expect(await call('git', 'log', '--format=%s')).toBe('Begin')
  expect(JSON.parse(await read('package.json')).version).toBe('0.6.0')
})
