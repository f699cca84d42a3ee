/** A shop of a journey's own: another API process on a database of its own, for what the other journeys must not see. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Knex } from 'knex'
import { createDb } from '../../db/connection.ts'
import { DATABASE_URL_FILE, findFreePort } from '../../db/embedded.ts'
import { DATA_DIR, SHOP_PORT, SITE_DIR } from './topology.ts'

export interface OwnShop {
  origin: string
  db: Knex
  close(): Promise<void>
}

/** Serves the site that was built for the journeys; there are neither packages nor people in it. */
export async function openOwnShop(): Promise<OwnShop> {
  const secret = async (name: string) => (await readFile(join(DATA_DIR, name), 'utf8')).trim()
  const server = createDb(await secret(DATABASE_URL_FILE), { poolMax: 1 })
  const name = `journey_${crypto.randomUUID().slice(0, 8)}`
  await server.raw(`CREATE DATABASE ${name}`)
  const url = new URL(await secret(DATABASE_URL_FILE))
  url.pathname = `/${name}`
  const db = createDb(url.href, { poolMax: 2, applicationName: 'journeys' })
  await db.migrate.latest()

  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '..', '..', 'api', 'server.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      SITE_DIR,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      SHEDDING: 'off',
      DATABASE_URL: url.href,
      SESSION_SECRET: await secret('session-secret'),
      RAZORPAY_KEY_ID: 'rzp_test_sandbox',
      RAZORPAY_KEY_SECRET: await secret('sandbox-key-secret'),
      RAZORPAY_WEBHOOK_SECRET: await secret('sandbox-webhook-secret'),
      RAZORPAY_API_URL: `http://127.0.0.1:${SHOP_PORT}/sandbox/razorpay`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes('API listening')) break
  }
  child.stdout.resume()
  return {
    origin,
    db,
    close: async () => {
      child.kill('SIGTERM')
      await ended
      await db.destroy()
      await server.raw(`DROP DATABASE ${name} WITH (FORCE)`)
      await server.destroy()
    },
  }
}
