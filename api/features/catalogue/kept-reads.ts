/**
 * What was read, kept until a change. A change that comes while something is being read takes it out of the reads that
 * later askers share, so that it is given to those who wait for it and kept for nobody else.
 */

/** Bounds how old what is kept can be where changes are not heard though the connection seems to be there. */
const KEPT_AT_MOST_MS = 5_000

export class KeptReads {
  readonly #kept = new Map<string, { value: unknown; untilMs: number }>()
  readonly #reading = new Map<string, Promise<unknown>>()
  #areChangesHeard = false

  /** Keeps from now on. What is there may have missed a change. */
  startKeeping(): void {
    this.drop()
    this.#areChangesHeard = true
  }

  /** Until changes are heard again, everything is read anew. */
  stopKeeping(): void {
    this.#areChangesHeard = false
    this.drop()
  }

  drop(): void {
    this.#kept.clear()
    this.#reading.clear()
  }

  /**
   * What is kept comes at once and not as a promise, which would cost an answer more than all that is left to do for it.
   * @param read of one type for each key; undefined where there is nothing, and that is not kept, because there is no end
   *   of ids that name nothing
   */
  get<Value extends object>(
    key: string,
    read: () => Promise<Value | undefined>,
  ): Value | Promise<Value | undefined> {
    const kept = this.#kept.get(key)
    if (kept && performance.now() < kept.untilMs) return kept.value as Value
    const reading = this.#reading.get(key) as Promise<Value | undefined> | undefined
    return reading ?? this.#share(key, read)
  }

  #share<Value extends object>(
    key: string,
    read: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const untilMs = performance.now() + KEPT_AT_MOST_MS
    const reading = read()
      .then((value) => {
        const isCurrent = this.#areChangesHeard && this.#reading.get(key) === reading
        if (value && isCurrent) this.#kept.set(key, { value, untilMs })
        return value
      })
      .finally(() => {
        if (this.#reading.get(key) === reading) this.#reading.delete(key)
      })
    this.#reading.set(key, reading)
    return reading
  }
}
