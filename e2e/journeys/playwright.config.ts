import { defineConfig } from 'playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts'
import { ORIGIN } from '../support/topology.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  // Journeys share one shop, and a flake is a fault to mend, not to try again.
  // More than processors: a journey mostly waits.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Patience for a machine that is busy with other things.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL: ORIGIN,
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
    // To record one of every journey takes a quarter of the time: `--trace retain-on-failure` where one is to be read.
    trace: 'off',
  },
  globalTeardown: '../support/refuse-warnings.ts',
  webServer: {
    command: 'node e2e/support/shop.ts',
    cwd: '../..',
    url: `${ORIGIN}/api/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
  },
})
