/** The negative control: an API process that leaks memory on each request, and an open file on every tenth. */
import { openSync } from 'node:fs'
import { buildApp } from '#api/app.ts'
import { createJobHandlers } from '#api/handlers.ts'
import { openServices } from '#e2e/support/api-services.ts'

/** Leaked on each request: 20 kB. */
const KEPT_NUMBERS = 2_500

const kept: number[][] = []
const services = openServices()
const { env, jobs } = services
const app = await buildApp(services)
app.server.on('request', () => {
  kept.push(new Array(KEPT_NUMBERS).fill(kept.length))
  if (kept.length % 10 === 0) openSync('/dev/null', 'r')
})
await app.listen({ port: env.port, host: env.host })
process.stdout.write(`API listening on port ${env.port}\n`)
await jobs.work(createJobHandlers(services, app.log))
