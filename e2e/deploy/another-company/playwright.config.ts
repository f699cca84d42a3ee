/** The specs of another company's shop, apart from the journeys because they need a build of their own. */
import { defineConfig } from 'playwright/test'
import journeys from '#e2e/journeys/playwright.config.ts'
import { ANOTHER_ORIGIN } from '#e2e/support/another-company.ts'

const { webServer: _, globalTeardown: __, ...shared } = journeys
const BUILDS = '**/money.spec.ts'

export default defineConfig({
  ...shared,
  testDir: '.',
  outputDir: '../../../test-results',
  globalSetup: './open-shop.ts',
  use: { ...shared.use, baseURL: ANOTHER_ORIGIN },
  projects: [
    // Begins first, because it builds the pages of a further company while the others run.
    { name: 'building', testMatch: BUILDS },
    { name: 'others', testIgnore: BUILDS },
  ],
})
