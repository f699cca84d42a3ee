import type { LaunchOptions } from 'playwright/test'
import { CHROMIUM_FLAGS, findFullChromium } from '#e2e/support/chromium.ts'

const executablePath = findFullChromium()

/** Starts the full Chromium. Specs share this object, because Playwright starts new workers for a different one. */
export const FULL_CHROMIUM: LaunchOptions = {
  args: CHROMIUM_FLAGS,
  ...(executablePath && { executablePath }),
}
