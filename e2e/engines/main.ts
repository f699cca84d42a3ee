/**
 * `npm run e2e:engines`: the most important steps in WebKit and in Firefox. An engine that is missing and cannot be installed is
 * left out with a message; in CI the run fails.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '#db/testing/node-process.ts'
import { ENGINES, type EngineName, ensureEngines } from './engines.ts'

const there = ensureEngines()
const missing = (Object.keys(ENGINES) as EngineName[]).filter((name) => !there.includes(name))
for (const name of missing) {
  const mark = process.env.CI ? '✘' : '·'
  process.stdout.write(
    `${mark} No ${name} here, so nothing ran in it. Debian: apt-get install ${ENGINES[name].packages.join(' ')}\n`,
  )
}
if (process.env.CI && missing.length > 0) process.exitCode = 1
else if (there.length > 0) {
  const args = there.map((name) => `--project=${name}`).concat(process.argv.slice(2))
  const config = join(import.meta.dirname, 'playwright.config.ts')
  const { status } = spawnSync('playwright', ['test', '--config', config, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}
