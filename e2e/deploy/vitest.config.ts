/** Tests of the deployed shop, in real processes. Tests that measure time run alone, after the others. */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SITE_DIR } from '#e2e/support/topology.ts'
import { isLong } from './pace.ts'

const ALL = ['e2e/deploy/**/*.test.ts']
/** Tests that only wait for states, so that a busy machine does not fail them. */
const WAITING = [
  ...['backup', 'file-uploads', 'nginx-cache', 'nightly', 'publishing'],
  ...['incoming-mail', 'incoming-mail-tls', 'tls'],
].map((name) => `e2e/deploy/${name}.test.ts`)

export default defineConfig({
  root: resolve(import.meta.dirname, '..', '..'),
  test: {
    globalSetup: ['./db/testing/global-setup.ts', './e2e/deploy/site-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 180_000,
    dangerouslyIgnoreUnhandledErrors: false,
    env: { NODE_ENV: 'test', SITE_DIR },
    projects: isLong
      ? [{ extends: true, test: { name: 'long', include: ALL, fileParallelism: false } }]
      : [
          { extends: true, test: { name: 'waiting', include: WAITING, maxWorkers: 2 } },
          // Vitest starts these when all others have ended.
          { extends: true, test: { name: 'alone', include: ALL, exclude: WAITING, fileParallelism: false } },
        ],
  },
})
