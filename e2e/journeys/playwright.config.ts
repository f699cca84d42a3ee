import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { ROOT } from '#db/testing/node-process.ts'
import { CHROMIUM_FLAGS, findChromium, SHORT_LIVED_PAGES } from '#e2e/support/chromium.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

// Lets workers and the processes that they start reuse compiled code.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.data', 'compile-cache')
const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  // More workers than processors, because a journey mostly waits.
  workers: 3,
  fullyParallel: true,
  // A test that passes at its second try is reported as flaky, and must be fixed.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a busy machine.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL: ORIGIN,
    launchOptions: {
      args: [...CHROMIUM_FLAGS, SHORT_LIVED_PAGES],
      ...(executablePath && { executablePath }),
    },
    screenshot: 'only-on-failure',
    // Recording traces takes a quarter of the time: pass `--trace retain-on-failure` when one is needed.
    trace: 'off',
  },
  globalTeardown: '../support/refuse-warnings.ts',
  webServer: {
    command: 'node e2e/support/shop.ts',
    cwd: '../..',
    url: `${ORIGIN}/api/readyz`,
    timeout: 360_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
  },
})
