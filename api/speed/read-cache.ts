/**
 * What was read from the database, cached until it changes. A change that comes during a read takes it out of the reads
 * that later callers share: those who wait for it get its value, and nothing is cached.
 */

/** Bounds how old a value can be where changes are lost although the connection seems to be there. */
const MAX_AGE_MS = 5_000

export class ReadCache {
  readonly #cached = new Map<string, { value: object; expiresAtMs: number }>()
  readonly #reading = new Map<string, Promise<object | undefined>>()
  #isOn = false

  /** Caches from now on. What is being read may have missed a change. */
  start(): void {
    this.clear()
    this.#isOn = true
  }

  /** Until changes are heard again, everything is read anew. */
  stop(): void {
    this.#isOn = false
    this.clear()
  }

  clear(): void {
    this.#cached.clear()
    this.#reading.clear()
  }

  /**
   * @param read of one type for each key; undefined where there is nothing, and that is not cached, because there is no
   *   end of ids that name nothing
   */
  async get<Value extends object>(
    key: string,
    read: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const cached = this.#cached.get(key)
    if (cached && performance.now() < cached.expiresAtMs) return cached.value as Value
    const reading = this.#reading.get(key) as Promise<Value | undefined> | undefined
    return reading ?? this.#share(key, read)
  }

  #share<Value extends object>(
    key: string,
    read: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const expiresAtMs = performance.now() + MAX_AGE_MS
    const reading = read()
      .then((value) => {
        const isCurrent = this.#isOn && this.#reading.get(key) === reading
        if (value && isCurrent) this.#cached.set(key, { value, expiresAtMs })
        return value
      })
      .finally(() => {
        if (this.#reading.get(key) === reading) this.#reading.delete(key)
      })
    this.#reading.set(key, reading)
    return reading
  }
}
