import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { installFromDebian, succeeds } from '#db/testing/debian.ts'

/**
 * Debian's Chromium without a user interface. The full Chromium draws its tab strip even when headless, which doubles the work.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns the Chromium of `CHROMIUM_PATH`, else the headless shell, else the full Chromium */
export function findChromium(): string | undefined {
  return findFirst([process.env.CHROMIUM_PATH, HEADLESS_SHELL]) ?? findFullChromium()
}

/** The full Chromium, for features that the headless shell lacks: back-forward cache, blocked cookies, lazy-loading distances. */
export function findFullChromium(): string | undefined {
  return findFirst([process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM_BROWSERS])
}

const findFirst = (paths: (string | undefined)[]) =>
  paths.find((path) => path !== undefined && existsSync(path))

/** Installs the shell and the full Chromium if they are missing. @returns the path of the full one */
export function ensureChromium(): string {
  if (!existsSync(HEADLESS_SHELL)) installFromDebian('chromium-headless-shell')
  if (!findFullChromium()) installFullChromium()
  const found = findFullChromium()
  if (found) return found
  throw new Error(
    'The browser journeys need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

function installFullChromium(): void {
  installFromDebian('chromium')
  if (findFullChromium()) return
  process.stdout.write('· No Chromium here: installing one with `playwright install chromium` …\n')
  const require = createRequire(import.meta.url)
  const playwright = join(dirname(require.resolve('playwright/package.json')), 'cli.js')
  succeeds(process.execPath, [playwright, 'install', 'chromium'])
}

/** Flags with which a browser runs in a container and sends no requests of its own. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Saves a tenth of the pages' work: they are left after seconds, before optimised code pays off. Not for measurements. */
export const SHORT_LIVED_PAGES = '--js-flags=--no-opt --no-maglev'
