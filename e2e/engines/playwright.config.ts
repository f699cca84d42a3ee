/** Playwright only runs the tests of the engines. It does not drive their browsers. */
import { defineConfig } from 'playwright/test'
import journeys from '#e2e/journeys/playwright.config.ts'
import type { EngineName } from './engines.ts'

const names: EngineName[] = ['webkit', 'firefox']
const { use: _, ...shared } = journeys

export default defineConfig<object, { engine: EngineName }>({
  ...shared,
  testDir: '.',
  outputDir: '../../test-results',
  // Two workers take tests of either engine, because WebKit takes longer than Firefox.
  workers: 2,
  projects: names.map((engine) => ({ name: engine, use: { engine } })),
})
