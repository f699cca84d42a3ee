import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { publish } from '#api/catalogue/publishing/publish.ts'
import { seedRules } from '#api/demo/seed-rules.ts'
import { createDb, withDb } from '#db/connection/connection.ts'
import { seedDemoBasics } from '#db/seeds/demo.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { TEMPLATE_DATABASE } from '#db/testing/template.ts'
import { installPrograms } from '#e2e/runs/programs.ts'
import { ORIGIN, SITE_DIR } from '#e2e/support/topology.ts'

/** Prepares once what several files need: the programs, the bundle that production runs, and the site. */
export async function setup(project: TestProject): Promise<void> {
  installPrograms()
  execFileSync(process.execPath, ['api/deploy/bundle.ts'], { cwd: ROOT })
  const url = new URL(project.getProvidedContext().postgresUrl)
  await withDb(url.href, 'tests', (server) =>
    server.raw(`CREATE DATABASE site TEMPLATE ${TEMPLATE_DATABASE}`),
  )
  url.pathname = '/site'
  const db = createDb(url.href, { poolMax: 2 })
  // The journeys' catalogue and origin, so that their build is reused.
  await seedDemoBasics(db, seedRules)
  await publish({ db, publicOrigin: ORIGIN, siteDir: SITE_DIR })
  await db.destroy()
}
