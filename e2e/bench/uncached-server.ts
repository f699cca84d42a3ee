/** The API of `npm run serve` without LISTEN/NOTIFY, so that it never caches the catalogue. */
import { buildApp } from '#api/app.ts'
import { openServices } from '#e2e/support/api-services.ts'

const { env, ...services } = openServices()
const app = await buildApp({ env, ...services })
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
await app.listen({ port: env.port, host: env.host })
