/** Hears of changes of the catalogue in any process (migration 0013), and comes back by itself when it is cut off. */
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

const CHANNEL = 'catalogue_changed'
const CONNECT_WITHIN_MS = 5_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2_000

export interface CatalogueChanges {
  close(): Promise<void>
}

interface Hearer {
  /** Listens from now on; what was changed before was not heard. */
  onListening(): void
  onChange(): void
  /** Cut off: changes are not heard until `onListening`. */
  onLost(): void
}

/**
 * Listens on a connection of its own, since a pool hands its connections on.
 * @param url of the database itself: a pooler that shares connections between transactions passes no notifications on
 */
export function listenForChanges(url: string, hearer: Hearer, log: FastifyBaseLogger): CatalogueChanges {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isClosed = false

  const connect = async () => {
    const connecting = new pg.Client({
      connectionString: url,
      application_name: 'shop catalogue',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
    })
    client = connecting
    let isOver = false
    const lose = (error?: Error) => {
      if (isOver || isClosed) return
      isOver = true
      hearer.onLost()
      log.warn({ err: error }, 'changes of the catalogue are not heard')
      void connecting.end().catch(() => undefined)
      retry = setTimeout(() => void connect(), waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
    // Without a listener for errors a restart of PostgreSQL would end this process.
    connecting.on('error', lose)
    connecting.on('end', () => lose())
    connecting.on('notification', () => hearer.onChange())
    try {
      await connecting.connect()
      await connecting.query(`LISTEN ${CHANNEL}`)
      if (isOver || isClosed) return
      waitMs = FIRST_WAIT_MS
      hearer.onListening()
    } catch (error) {
      lose(error as Error)
    }
  }

  void connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
