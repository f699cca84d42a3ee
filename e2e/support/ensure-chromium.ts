/** Runs before the browser journeys: finds a Chromium, else installs one, else says in one line what to install. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { installFromDebian, succeeds } from '../../db/testing/debian.ts'
import { findChromium } from './chromium.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function install(): void {
  say('· No Chromium here: installing one with `playwright install chromium` …')
  const playwright = join(
    dirname(createRequire(import.meta.url).resolve('playwright/package.json')),
    'cli.js',
  )
  if (succeeds(process.execPath, [playwright, 'install', 'chromium']) && findChromium()) return
  installFromDebian('chromium')
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
