/**
 * Statements that come again and again are prepared: PostgreSQL then neither parses nor plans them anew. The driver
 * prepares what has a name; this gives the names.
 */
import type { Client, QueryConfig } from 'pg'

/** A statement is worth a place once it has come this often. */
const COMES_OFTEN = 5
/** Of one process; each connection holds its own plans of them. */
const PREPARED_AT_MOST = 100
const NOTED_AT_MOST = 1_000
/** A batch has another text for each number of rows. */
const VALUES_AT_MOST = 40

export class PreparedStatements {
  readonly #times = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** Every query of the connection goes through here from now on. */
  attach(connection: Client): void {
    const query = connection.query.bind(connection) as (config: unknown, ...rest: unknown[]) => unknown
    Object.assign(connection, {
      query: (config: QueryConfig | string, ...rest: unknown[]) => {
        const name = typeof config === 'string' || config.name ? undefined : this.#nameOf(config)
        return query(name ? { ...(config as QueryConfig), name } : config, ...rest)
      },
    })
  }

  #nameOf({ text, values = [] }: QueryConfig): string | undefined {
    const known = this.#names.get(text)
    if (known) return known
    // `*` is other columns once one is added, and PostgreSQL refuses a prepared statement whose answer has changed.
    const isFit = values.length > 0 && values.length <= VALUES_AT_MOST && !text.includes('*')
    if (!isFit || this.#names.size >= PREPARED_AT_MOST) return undefined
    const times = (this.#times.get(text) ?? 0) + 1
    if (times < COMES_OFTEN) {
      if (times > 1 || this.#times.size < NOTED_AT_MOST) this.#times.set(text, times)
      return undefined
    }
    this.#times.delete(text)
    const name = `often_${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}
