/** Tests of the shop as it is deployed, in processes of its own. One file at a time, because they measure. */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SITE_DIR } from '../support/topology.ts'

export default defineConfig({
  root: resolve(import.meta.dirname, '..', '..'),
  test: {
    include: ['e2e/deploy/**/*.test.ts'],
    globalSetup: ['./db/testing/global-setup.ts', './e2e/deploy/bundle-setup.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    dangerouslyIgnoreUnhandledErrors: false,
    env: { NODE_ENV: 'test', SITE_DIR },
  },
})
