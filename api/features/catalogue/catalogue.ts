/** The catalogue, cached by this process: read and serialised once, until it changes in any process. */
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { ReadCache } from '../../speed/read-cache.ts'
import { listCategories } from './category.ts'
import { type CatalogueChanges, listenForChanges } from './changes.ts'
import { findActivePackage, findReviews, listActivePackages, listEveryPackage } from './package.ts'

/** What is read is the JSON of a response, cached under its URL. */
export class Catalogue {
  readonly #db: Knex
  readonly #cache = new ReadCache()

  constructor(db: Knex) {
    this.#db = db
  }

  /** Turns the cache on while the database notifies this process of changes, from the app's start to its end. */
  followChanges(app: FastifyInstance, databaseUrl: string): void {
    let changes: CatalogueChanges | undefined
    app.addHook('onReady', async () => {
      const listener = {
        onListening: () => this.#cache.start(),
        onChange: () => this.#cache.clear(),
        onLost: () => this.#cache.stop(),
      }
      changes = listenForChanges(databaseUrl, listener, app.log)
    })
    app.addHook('onClose', async () => changes?.close())
  }

  readPackages(): Promise<Buffer | undefined> {
    return this.#cache.get('/api/packages', async () => serialise(await listActivePackages(this.#db)))
  }

  readCategories(): Promise<Buffer | undefined> {
    return this.#cache.get('/api/categories', async () => serialise(await listCategories(this.#db)))
  }

  /** Undefined where the package is unknown or inactive. */
  readPackage(id: number): Promise<Buffer | undefined> {
    return this.#cache.get(`/api/packages/${id}`, async () =>
      serialise(await findActivePackage(this.#db, id)),
    )
  }

  /** Undefined where the package is unknown or inactive. */
  readReviews(id: number): Promise<Buffer | undefined> {
    return this.#cache.get(`/api/packages/${id}/reviews`, async () =>
      serialise(await findReviews(this.#db, id)),
    )
  }

  /** The JSON of the package of each id. Inactive ones too, which old orders show. @throws Error for an unknown id */
  async writePackages(ids: number[]): Promise<string[]> {
    const cached = await this.#cache.get('every package', () => this.#writeEveryPackage())
    // The notification of a new package may arrive after its first order.
    const packages = cached && ids.every((id) => cached.has(id)) ? cached : await this.#writeEveryPackage()
    return ids.map((id) => {
      const found = packages.get(id)
      if (!found) throw new Error(`There is no package ${id}`)
      return found
    })
  }

  async #writeEveryPackage(): Promise<Map<number, string>> {
    const packages = await listEveryPackage(this.#db)
    return new Map(packages.map((one) => [one.id, JSON.stringify(one)]))
  }
}

/** As bytes: a text would be encoded anew for each response. */
const serialise = (value: object | undefined) => value && Buffer.from(JSON.stringify(value))
