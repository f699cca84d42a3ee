/** The API as `npm run serve` has it, but that it hears of no change of the catalogue and so caches nothing of it. */
import { buildApp } from '../../api/app.ts'
import { openServices } from '../support/api-services.ts'

const { env, ...services } = openServices()
const app = await buildApp({ env, ...services })
// It has no jobs to finish.
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
await app.listen({ port: env.port, host: env.host })
