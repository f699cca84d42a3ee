/**
 * Caches rows of the database until they change. A read that was running during a change is not cached and not shared with later
 * callers; callers that already wait for it get its value.
 */

/** Limits the age of a value in case a notification is lost. */
const MAX_AGE_MS = 5_000

export class ReadCache {
  readonly #cached = new Map<string, { value: unknown; expiresAtMs: number }>()
  readonly #reading = new Map<string, Promise<unknown>>()
  #isOn = false

  /** Starts caching. Running reads are not cached, because they may have missed a change. */
  start(): void {
    this.clear()
    this.#isOn = true
  }

  /** Stops caching until notifications of changes arrive again. */
  stop(): void {
    this.#isOn = false
    this.clear()
  }

  clear(): void {
    this.#cached.clear()
    this.#reading.clear()
  }

  /**
   * @param read returns the same type for a key every time; undefined if there is no row. Undefined is not cached, because the number
   *   of unknown ids has no limit.
   */
  async get<Value>(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const cached = this.#cached.get(key)
    if (cached && performance.now() < cached.expiresAtMs) return cached.value as Value
    const reading = this.#reading.get(key) as Promise<Value | undefined> | undefined
    return reading ?? this.#share(key, read)
  }

  #share<Value>(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
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
