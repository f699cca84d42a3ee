/** Serves the metrics on a separate port, for Prometheus in a private network. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'
import type { Env } from '#api/platform/environment/env.ts'

/** Starts the server, which does not keep the process alive. @returns undefined if METRICS_PORT is unset */
export async function serveMetrics(
  { metricsPort, metricsHost }: Pick<Env, 'metricsPort' | 'metricsHost'>,
  registry: Registry,
): Promise<Server | undefined> {
  if (metricsPort === undefined) return undefined
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    const metrics = await registry.metrics()
    return response.writeHead(200, { 'content-type': registry.contentType }).end(metrics)
  })
  server.listen({ port: metricsPort, host: metricsHost }).unref()
  await once(server, 'listening')
  return server
}
