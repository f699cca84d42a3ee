/** The specs of another company's shop. They are separate from the journeys because they need their own build. */
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
    // Starts first, because it builds the pages of a third company while the others run.
    { name: 'building', testMatch: BUILDS },
    { name: 'others', testIgnore: BUILDS },
  ],
})
