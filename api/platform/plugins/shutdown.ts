/**
 * Closes connections that Fastify's `close()` leaves open. Node stops listening, but a connection with a running request
 * stays open after the response, for 72 seconds by default, and one that sends its request slowly stays open for ever.
 */
import type { FastifyInstance } from 'fastify'

const CHECK_EVERY_MS = 50

declare module 'fastify' {
  interface FastifyInstance {
    isClosing: boolean
  }
}

/** @param graceMs time for running requests to finish before their connections are closed */
export function registerShutdown(app: FastifyInstance, graceMs: number): void {
  let isClosing = false
  let closeTimer: NodeJS.Timeout | undefined
  let cutOffTimer: NodeJS.Timeout | undefined

  app.decorate('isClosing', { getter: () => isClosing })
  app.addHook('preClose', async () => {
    isClosing = true
    closeTimer = setInterval(() => app.server.closeIdleConnections(), CHECK_EVERY_MS)
    cutOffTimer = setTimeout(() => app.server.closeAllConnections(), graceMs)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Tells the client not to reuse this connection.
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => {
    clearInterval(closeTimer)
    clearTimeout(cutOffTimer)
  })
}
