/**
 * One origin in front of two API processes, as nginx is in production. A request that carries the header
 * `x-upstream: alternate` has its API calls spread over both in turn; any other goes to the first.
 */
import { createServer, type IncomingMessage, request, type Server } from 'node:http'

export function startBalancer(port: number, upstreamPorts: [number, number]): Server {
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
