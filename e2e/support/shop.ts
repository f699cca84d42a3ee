/** The shop that the journeys visit: `npm start`, a second API process on its database, and a load balancer in front of both. */
import { appendFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { removeEmbeddedPostgres } from '#db/connection/embedded.ts'
import { startDemo } from './demo.ts'
import { createApi } from './own-api.ts'
import { prepareOwnShops } from './own-shop.ts'
import {
  DATA_DIR,
  ORIGIN,
  ORIGIN_PORT,
  refuseTakenPorts,
  SECOND_API_PORT,
  SHOP_PORT,
  SITE_DIR,
  WARNINGS_FILE,
} from './topology.ts'

/** SHEDDING is off because all journeys share one address, and so one limit. DEMO_HISTORY is off so that they count only their own orders. */
const variables = { SHEDDING: 'off', DEMO_HISTORY: 'off' }
const listeners = {
  onOutput: (text: string) => process.stdout.write(text),
  onWarning: (line: string) => appendFileSync(WARNINGS_FILE, `${line}\n`),
}

await refuseTakenPorts()
// Journeys begin on fresh demo data.
await removeEmbeddedPostgres(DATA_DIR)
const demo = await startDemo({
  port: SHOP_PORT,
  publicOrigin: ORIGIN,
  dataDir: DATA_DIR,
  siteDir: SITE_DIR,
  variables,
  ...listeners,
})
const second = await createApi({ port: SECOND_API_PORT, origin: ORIGIN, ...listeners })
await Promise.all([second.start(), prepareOwnShops()])
startBalancer(ORIGIN_PORT, [SHOP_PORT, SECOND_API_PORT])

async function stop(): Promise<void> {
  await Promise.all([demo.terminate(), second.terminate()])
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())

function startBalancer(port: number, upstreamPorts: [number, number]): Server {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const alternates = incoming.headers['x-upstream'] === 'alternate' && incoming.url?.startsWith('/api/')
    const upstreamPort = alternates ? upstreamPorts[turn++ % 2] : upstreamPorts[0]
    const { url: path, method, headers } = incoming
    const upstream = request(
      { host: '127.0.0.1', port: upstreamPort, path, method, headers },
      (response: IncomingMessage) => {
        outgoing.writeHead(response.statusCode ?? 502, {
          ...response.headers,
          'x-served-by': String(upstreamPort),
        })
        response.pipe(outgoing)
      },
    )
    upstream.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end())
    // When a page closes its event stream, close the connection to the API, too.
    outgoing.on('close', () => outgoing.writableFinished || upstream.destroy())
    incoming.pipe(upstream)
  })
  return server.listen(port)
}
