import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { DEFAULT_CONTENT_DIR, readContent } from '#api/content/read-content.ts'
import { contentModules } from '#site/content-modules.ts'

export default defineConfig({
  plugins: [contentModules(readContent(DEFAULT_CONTENT_DIR))],
  test: {
    include: ['{api,db,docs,site,e2e/{bench,runs,support}}/**/*.test.{ts,tsx}'],
    globalSetup: './db/testing/global-setup.ts',
    // Its palette is read as text; other styles stay empty.
    css: { include: [/tokens\.css/] },
    setupFiles: './db/testing/fail-on-warning.ts',
    // The files of a worker share its modules and its database, so that neither is made anew for each. A file therefore
    // leaves nothing behind: what it stubs it restores.
    isolate: false,
    // More than the two processors that are counted on, because a test mostly waits.
    maxWorkers: 3,
    // A test that hangs ends; one on a busy machine goes on.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Vitest's second is short for a slow machine.
    expect: { poll: { timeout: 60_000 } },
    // A rejected promise or an error event that no test awaits fails the run.
    dangerouslyIgnoreUnhandledErrors: false,
    // Declared here because tests name their own environment nowhere else. Processes of tests share their compiled code.
    env: { NODE_ENV: 'test', NODE_COMPILE_CACHE: join(import.meta.dirname, '.data', 'compile-cache') },
  },
})
