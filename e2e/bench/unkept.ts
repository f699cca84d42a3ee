/** The API as `npm run serve` has it, but for one thing: no change of the catalogue is heard, so every call of it is a miss. */
import { buildApp } from '../../api/app.ts'
import { parseEnv } from '../../api/env.ts'
import { createGateway } from '../../api/features/payments/provider.ts'
import { Jobs } from '../../api/jobs/jobs.ts'
import { createDb } from '../../db/connection.ts'

const env = parseEnv(process.env)
if (!env.databaseUrl || !env.paymentCredentials) throw new Error('Started by the measurements alone')
const db = createDb(env.databaseUrl)
const gateway = createGateway(env.paymentCredentials)
const jobs = new Jobs({ databaseUrl: env.databaseUrl, isWorking: false })
const app = await buildApp({ env, db, gateway, jobs })
process.once('SIGTERM', () => {
  // Nothing is sent or done here, so there are no jobs to wait for.
  void app
    .close()
    .then(() => db.destroy())
    .then(() => process.exit(0))
})
await app.listen({ port: env.port, host: env.host })
