/** Listens for changes of the catalogue by any process (migration 0013), and reconnects when the connection is lost. */
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

const CHANNEL = 'catalogue_changed'
const CONNECT_WITHIN_MS = 5_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2_000

export interface CatalogueChanges {
  close(): Promise<void>
}

interface ChangeListener {
  /** Changes are notified from now on. Earlier ones may have been missed. */
  onListening(): void
  onChange(): void
  /** Changes are missed from now on, until `onListening`. */
  onLost(): void
}

/**
 * Uses a connection of its own, because LISTEN belongs to one connection and those of a pool are shared.
 * @param url of the database itself: a transaction pooler such as PgBouncer does not pass notifications on
 */
export function listenForChanges(url: string, listener: ChangeListener, log: FastifyBaseLogger) {
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
      listener.onLost()
      log.warn({ err: error }, 'listening for changes of the catalogue was interrupted')
      void connecting.end().catch(() => undefined)
      retry = setTimeout(() => void connect(), waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
    // Without a handler, the error event of a lost connection would end the process.
    connecting.on('error', lose)
    connecting.on('end', () => lose())
    connecting.on('notification', () => listener.onChange())
    try {
      await connecting.connect()
      await connecting.query(`LISTEN ${CHANNEL}`)
      if (isOver || isClosed) return
      waitMs = FIRST_WAIT_MS
      listener.onListening()
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
