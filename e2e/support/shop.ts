/** The shop that the journeys visit: `npm start` on its own data, a second API process on the same database, one origin. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DATABASE_URL_FILE, removeEmbeddedPostgres } from '../../db/embedded.ts'
import { startBalancer } from './balancer.ts'
import { DATA_DIR, ORIGIN, ORIGIN_PORT, SECOND_API_PORT, SHOP_PORT, SITE_DIR } from './topology.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const children: ChildProcess[] = []

function run(script: string, variables: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, script)], {
    cwd: ROOT,
    // All journeys come from one address, and would share its limits.
    env: {
      ...process.env,
      PUBLIC_ORIGIN: ORIGIN,
      SITE_DIR,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      SHEDDING: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`${script} ended with ${code}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      if (/The shop is open|API listening/.test(chunk.toString())) done()
    })
  })
}

async function stop(): Promise<void> {
  await Promise.all(
    children.map((child) => {
      if (child.exitCode !== null) return undefined
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      return ended
    }),
  )
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())

// Journeys begin on fresh demo data.
await removeEmbeddedPostgres(DATA_DIR)
await run('api/start.ts', { PORT: String(SHOP_PORT), DATA_DIR })
const secret = async (name: string) => (await readFile(join(DATA_DIR, name), 'utf8')).trim()
await run('api/server.ts', {
  PORT: String(SECOND_API_PORT),
  // Its mails lie beside the first one's.
  DATA_DIR,
  DATABASE_URL: await secret(DATABASE_URL_FILE),
  SESSION_SECRET: await secret('session-secret'),
  RAZORPAY_KEY_ID: 'rzp_test_sandbox',
  RAZORPAY_KEY_SECRET: await secret('sandbox-key-secret'),
  RAZORPAY_WEBHOOK_SECRET: await secret('sandbox-webhook-secret'),
  RAZORPAY_API_URL: `http://127.0.0.1:${SHOP_PORT}/sandbox/razorpay`,
})
startBalancer(ORIGIN_PORT, [SHOP_PORT, SECOND_API_PORT])
