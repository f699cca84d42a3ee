/** The catalogue as this process keeps it: read and serialised once, until it changes in any process. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type CatalogueChanges, listenForChanges } from './changes.ts'
import { KeptReads } from './kept-reads.ts'
import { findActivePackage, findReviews, listActivePackages, listEveryPackage } from './package.ts'

/** Bytes and the strong ETag that is theirs alone. */
export interface Encoded {
  body: Buffer
  etag: string
}

/** As it goes out. */
export interface Answer extends Encoded {
  /** Compressed once, when it is first asked for. */
  inBrotli(): Promise<Encoded>
}

/** A fifth of the bytes in a thousandth of a second; the best quality takes a hundred times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const toBrotli = promisify(brotliCompress)

export class Catalogue {
  readonly #db: Knex
  readonly #kept = new KeptReads()

  constructor(db: Knex) {
    this.#db = db
  }

  /** Keeps while changes are heard, from the app's start to its end. */
  followChanges(app: FastifyInstance, databaseUrl: string): void {
    let changes: CatalogueChanges | undefined
    app.addHook('onReady', async () => {
      const hearer = {
        onListening: () => this.#kept.startKeeping(),
        onChange: () => this.#kept.drop(),
        onLost: () => this.#kept.stopKeeping(),
      }
      changes = listenForChanges(databaseUrl, hearer, app.log)
    })
    app.addHook('onClose', async () => changes?.close())
  }

  answerPackages(): Answer | Promise<Answer | undefined> {
    return this.#kept.get('packages', async () => serialise(await listActivePackages(this.#db)))
  }

  /** Undefined where the package is unknown or inactive. */
  answerPackage(id: number): Answer | Promise<Answer | undefined> {
    return this.#kept.get(`package ${id}`, async () => serialise(await findActivePackage(this.#db, id)))
  }

  /** Undefined where the package is unknown or inactive. */
  answerReviews(id: number): Answer | Promise<Answer | undefined> {
    return this.#kept.get(`reviews ${id}`, async () => serialise(await findReviews(this.#db, id)))
  }

  /** The JSON of one package for each id, inactive ones too: old orders stay readable. @throws Error where there is none of an id */
  async writePackages(ids: number[]): Promise<string[]> {
    const kept = await this.#kept.get('every package', () => this.#writeEveryPackage())
    // The word of a new package may come after the first order of it.
    const packages = kept && ids.every((id) => kept.has(id)) ? kept : await this.#writeEveryPackage()
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

function serialise(value: object | undefined): Answer | undefined {
  if (value === undefined) return undefined
  const plain = encode(Buffer.from(JSON.stringify(value)))
  let compressed: Promise<Encoded> | undefined
  return {
    ...plain,
    inBrotli() {
      compressed ??= toBrotli(plain.body, BROTLI).then(encode)
      return compressed
    },
  }
}

const encode = (body: Buffer): Encoded => ({
  body,
  etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
})
