/** Starts API processes beside the journeys' demo. They share its secrets, its payment sandbox and its site. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiProcess } from '#api/testing/api-process.ts'
import { DATABASE_URL_FILE } from '#db/connection/embedded.ts'
import type { Listeners } from '#db/testing/node-process.ts'
import { DATA_DIR, SHOP_PORT, SITE_DIR } from './topology.ts'

const readSecret = async (name: string) => (await readFile(join(DATA_DIR, name), 'utf8')).trim()

export const readDatabaseUrl = () => readSecret(DATABASE_URL_FILE)
export const readSessionSecret = () => readSecret('session-secret')

/** Creates the process without starting it. @param databaseUrl unset: the demo's */
export async function createApi({
  port,
  origin,
  databaseUrl,
  variables,
  ...listeners
}: Listeners & {
  port: number
  origin: string
  databaseUrl?: string
  variables?: Record<string, string>
}): Promise<ApiProcess> {
  return await ApiProcess.create(
    {
      databaseUrl: databaseUrl ?? (await readDatabaseUrl()),
      providerUrl: `http://127.0.0.1:${SHOP_PORT}/sandbox/razorpay`,
      credentials: {
        keyId: 'rzp_test_sandbox',
        keySecret: await readSecret('sandbox-key-secret'),
        webhookSecret: await readSecret('sandbox-webhook-secret'),
      },
      sessionSecret: await readSessionSecret(),
      siteDir: SITE_DIR,
      // The demo has filled the compile cache with the same modules, which halves the start time.
      args: ['--import', './api/deploy/compile-cache.js', 'api/server.ts'],
      // With the demo's DATA_DIR, mails are written to the demo's mail folder.
      variables: { PUBLIC_ORIGIN: origin, LOG_LEVEL: 'warn', SHEDDING: 'off', DATA_DIR, ...variables },
      ...listeners,
    },
    port,
  )
}
