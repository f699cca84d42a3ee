/**
 * Ends what `close()` leaves open. Node's server stops listening, but a connection whose request was running when the
 * stop came stays open after its response, for 72 seconds by default, and one that sends its request slowly for ever.
 */
import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 50

declare module 'fastify' {
  interface FastifyInstance {
    isClosing: boolean
  }
}

/** @param graceMs within this every request that has begun must have ended; the rest is cut off */
export function registerShutdown(app: FastifyInstance, graceMs: number): void {
  let isClosing = false
  let looking: NodeJS.Timeout | undefined
  let cutting: NodeJS.Timeout | undefined

  app.decorate('isClosing', { getter: () => isClosing })
  app.addHook('preClose', async () => {
    isClosing = true
    looking = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS)
    cutting = setTimeout(() => app.server.closeAllConnections(), graceMs)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // So that the caller does not send its next request here.
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => {
    clearInterval(looking)
    clearTimeout(cutting)
  })
}
