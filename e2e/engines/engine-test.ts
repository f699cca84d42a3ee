/** The `test` function of the engines: with a visitor in its project's browser, and the shop's database. */
import { writeFile } from 'node:fs/promises'
import type { Knex } from 'knex'
import { test as base } from 'playwright/test'
import { openDatabase } from '#e2e/support/database.ts'
import { ENGINES, type EngineName } from './engines.ts'
import { Visitor } from './visitor.ts'

interface Fixtures {
  visitor: Visitor
}

interface WorkerFixtures {
  engine: EngineName
  db: Knex
  started: Visitor
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['webkit', { option: true, scope: 'worker' }],
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const db = await openDatabase()
      await use(db)
      await db.destroy()
    },
    { scope: 'worker' },
  ],
  started: [
    async ({ engine }, use) => {
      const driver = await ENGINES[engine].start()
      await use(new Visitor(driver))
      await driver.close()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ started }, use, testInfo) => {
    await started.arrive()
    await use(started)
    if (testInfo.status !== testInfo.expectedStatus)
      await writeFile(testInfo.outputPath('page.png'), await started.shoot())
  },
})
