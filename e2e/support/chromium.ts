import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { installFromDebian, succeeds } from '../../db/testing/debian.ts'

/** Debian's Chromium without a window. The one with windows draws its own tabs and bars beside each page, headless or not. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Chromium of `CHROMIUM_PATH`, else Debian's headless shell, else Playwright's own, else one installed on the system. */
export function findChromium(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    `/usr/bin/${HEADLESS_SHELL}`,
    chromium.executablePath(),
    ...SYSTEM_BROWSERS,
  ]
  return candidates.find((path) => path !== undefined && existsSync(path))
}

/** @returns its path; installed where there is none. @throws Error with what to install */
export function ensureChromium(): string {
  if (!findChromium()) install()
  const found = findChromium()
  if (found) return found
  throw new Error(
    'The browser journeys need Chromium: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
  )
}

function install(): void {
  installFromDebian(HEADLESS_SHELL)
  if (findChromium()) return
  process.stdout.write('· No Chromium here: installing one with `playwright install chromium` …\n')
  const playwright = join(
    dirname(createRequire(import.meta.url).resolve('playwright/package.json')),
    'cli.js',
  )
  succeeds(process.execPath, [playwright, 'install', 'chromium'])
}

/** Flags that a browser needs to run in a container, and to send no requests of its own. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
