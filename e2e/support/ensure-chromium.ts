/** Runs before the browser journeys: finds a Chromium, else installs one, else says in one line what to install. */
import { ensureChromium } from './chromium.ts'

try {
  process.stdout.write(`✔ Chromium: ${ensureChromium()}\n`)
} catch (error) {
  process.stdout.write(`✘ ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
