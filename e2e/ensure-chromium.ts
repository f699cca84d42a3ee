/** Runs before the browser journeys: finds a Chromium, else installs one, else says in one line what to install. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { findChromium } from './chromium.ts'

const INSTALL_WITHIN_MS = 300_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const attempt = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: INSTALL_WITHIN_MS }).status === 0

function install(): void {
  say('· No Chromium here: installing one with `playwright install chromium` …')
  const playwright = createRequire(import.meta.url).resolve('playwright/cli')
  if (attempt(process.execPath, [playwright, 'install', 'chromium']) && findChromium()) return
  if (process.getuid?.() !== 0) return
  say("· That failed: installing Debian's package …")
  attempt('apt-get', ['update'])
  attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
}

if (!findChromium()) install()
const found = findChromium()
if (found) {
  say(`✔ Chromium: ${found}`)
} else {
  say(
    '✘ The browser journeys need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
  process.exitCode = 1
}
