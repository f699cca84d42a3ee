/** Receives broadcasts (PostgreSQL's LISTEN) and reconnects when the connection is lost. */
import pg from 'pg'

const CONNECT_WITHIN_MS = 5_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2_000

export interface ListenConnection {
  close(): Promise<void>
}

interface Listener {
  /** Application name of the connection, shown in pg_stat_activity. */
  name: string
  channel: string
  /** Broadcasts arrive from now on. Earlier ones may have been missed. */
  onListening(): void
  onChange(payload: string): void
  /** Broadcasts are missed from now on, until `onListening`. */
  onLost(): void
}

/**
 * Uses its own connection, because LISTEN is bound to a connection and pool connections are shared.
 * @param url of the database, or of a pooler in session mode: in transaction mode poolers do not forward broadcasts
 */
export function listenForChanges(
  url: string,
  listener: Listener,
  log: { warn(details: object, text: string): void },
): ListenConnection {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isClosed = false

  const connect = async () => {
    const connecting = new pg.Client({
      connectionString: url,
      application_name: `shop ${listener.name}`,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
    })
    client = connecting
    let isOver = false
    const lose = (error?: Error) => {
      if (isOver || isClosed) return
      isOver = true
      listener.onLost()
      log.warn({ err: error, channel: listener.channel }, 'listening was interrupted')
      void connecting.end().catch(() => undefined)
      retry = setTimeout(() => void connect(), waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
    // An unhandled error event of a lost connection would crash the process.
    connecting.on('error', lose)
    connecting.on('end', () => lose())
    connecting.on('notification', ({ payload = '' }) => listener.onChange(payload))
    try {
      await connecting.connect()
      await connecting.query(`LISTEN ${listener.channel}`)
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
