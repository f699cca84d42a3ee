/** The catalogue, cached in this process as JSON responses until any process changes it. */
import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { ReadCache } from '#api/deploy/read-cache.ts'
import { type ListenConnection, listenForChanges } from '#api/platform/jobs/listen.ts'
import { listCategories } from './category.ts'
import { findActivePackage, findReviews, listActivePackages, listEveryPackage } from './package.ts'

/** The channel on which `tell_catalogue_changed` broadcasts. */
export const CATALOGUE_CHANGES = { name: 'catalogue', channel: 'catalogue_changed' }

/** JSON of a response, stored as bytes with its hash: encoding and hashing it per response would be slow. */
export interface CachedBody {
  bytes: Buffer
  etag: string
}

export class Catalogue {
  readonly #db: Knex
  readonly #cache = new ReadCache()

  constructor(db: Knex) {
    this.#db = db
  }

  /** Uses the cache while the app runs and broadcasts of changes reach this process. */
  followChanges(app: FastifyInstance, databaseUrl: string): void {
    let changes: ListenConnection | undefined
    app.addHook('onReady', async () => {
      const listener = {
        ...CATALOGUE_CHANGES,
        onListening: () => this.#cache.start(),
        onChange: () => this.#cache.clear(),
        onLost: () => this.#cache.stop(),
      }
      changes = listenForChanges(databaseUrl, listener, app.log)
    })
    app.addHook('onClose', async () => changes?.close())
  }

  readPackages(): Promise<CachedBody | undefined> {
    return this.#cache.get('/api/packages', async () => serialise(await listActivePackages(this.#db)))
  }

  readCategories(): Promise<CachedBody | undefined> {
    return this.#cache.get('/api/categories', async () => serialise(await listCategories(this.#db)))
  }

  /** @returns undefined if the package is unknown or inactive */
  readPackage(id: number): Promise<CachedBody | undefined> {
    return this.#cache.get(`/api/packages/${id}`, async () =>
      serialise(await findActivePackage(this.#db, id)),
    )
  }

  /** @returns undefined if the package is unknown or inactive */
  readReviews(id: number): Promise<CachedBody | undefined> {
    return this.#cache.get(`/api/packages/${id}/reviews`, async () =>
      serialise(await findReviews(this.#db, id)),
    )
  }

  /** @returns a random review; undefined if there is none, or the package is unknown or inactive */
  async readRandomReview(id: number): Promise<CachedBody | undefined> {
    const reviews = await this.#cache.get(`each of /api/packages/${id}/reviews`, async () =>
      (await findReviews(this.#db, id))?.map((review) => serialise(review)),
    )
    return reviews?.[Math.floor(Math.random() * reviews.length)]
  }

  /** @returns the JSON of each package, including inactive ones, which old orders show. @throws Error for an unknown id */
  async writePackages(ids: number[]): Promise<Buffer[]> {
    const cached = await this.#cache.get('every package', () => this.#writeEveryPackage())
    // A new package may be ordered before its notification arrives.
    const packages = cached && ids.every((id) => cached.has(id)) ? cached : await this.#writeEveryPackage()
    return ids.map((id) => {
      const found = packages.get(id)
      if (!found) throw new Error(`There is no package ${id}`)
      return found
    })
  }

  async #writeEveryPackage(): Promise<Map<number, Buffer>> {
    const packages = await listEveryPackage(this.#db)
    return new Map(packages.map((one) => [one.id, Buffer.from(JSON.stringify(one))]))
  }
}

function serialise(value: object | undefined): CachedBody | undefined {
  if (!value) return undefined
  const bytes = Buffer.from(JSON.stringify(value))
  return { bytes, etag: `W/"${hash('sha1', bytes, 'base64')}"` }
}
