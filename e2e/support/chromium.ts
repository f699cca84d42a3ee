import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { installFromDebian, succeeds } from '../../db/testing/debian.ts'

/**
 * Debian's Chromium without windows, which renders pages alone. The whole one renders its own tab strip beside each page,
 * headless or not, which doubles the work.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Chromium of `CHROMIUM_PATH`, else the headless shell, else the whole one. */
export function findChromium(): string | undefined {
  return findFirst([process.env.CHROMIUM_PATH, HEADLESS_SHELL]) ?? findFullChromium()
}

/** With what the shell lacks: a back-forward cache, settings that block cookies, the reach of lazy pictures. */
export function findFullChromium(): string | undefined {
  return findFirst([process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM_BROWSERS])
}

const findFirst = (paths: (string | undefined)[]) =>
  paths.find((path) => path !== undefined && existsSync(path))

/** @returns the path of the whole one; both are installed where they are missing. @throws Error with what to install */
export function ensureChromium(): string {
  if (!existsSync(HEADLESS_SHELL)) installFromDebian('chromium-headless-shell')
  if (!findFullChromium()) installWhole()
  const found = findFullChromium()
  if (found) return found
  throw new Error(
    'The browser journeys need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

function installWhole(): void {
  installFromDebian('chromium')
  if (findFullChromium()) return
  process.stdout.write('· No Chromium here: installing one with `playwright install chromium` …\n')
  const require = createRequire(import.meta.url)
  const playwright = join(dirname(require.resolve('playwright/package.json')), 'cli.js')
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
