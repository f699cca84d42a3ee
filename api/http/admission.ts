/**
 * Limits how many calls a process works on at once. A growing queue only makes everybody wait longer, so calls above
 * the limit are refused at once. The limit follows the duration of the calls that were accepted.
 */

/** The target: nine of ten calls take at most this long, so that the tenth stays below a second. */
const TARGET_MS = 200
const MIN_LIMIT = 16
const MAX_LIMIT = 512
const INITIAL_LIMIT = 64
/** With fewer calls since the last adjustment the limit stays as it is. */
const MIN_SAMPLES = 20
const SHRINK = 0.75
const GROW = 1.1

export class Admission {
  #limit = INITIAL_LIMIT
  #running = 0
  #since = startCounting()

  get limit(): number {
    return this.#limit
  }

  /** @returns false if the call must be refused. Call `leave` when an accepted call has ended. */
  enter(): boolean {
    if (this.#running >= this.#limit) {
      this.#since.wasFull = true
      return false
    }
    this.#running += 1
    return true
  }

  leave(tookMs: number): void {
    this.#running -= 1
    this.#since.ended += 1
    if (tookMs > TARGET_MS) this.#since.slow += 1
    if (tookMs >= TARGET_MS / 2) this.#since.mediumOrSlow += 1
  }

  /** To be called a few times a second. */
  adjust(): void {
    const { ended, slow, mediumOrSlow, wasFull } = this.#since
    this.#since = startCounting()
    if (ended < MIN_SAMPLES && !wasFull) return
    const tenth = Math.max(ended - Math.floor(ended * 0.9), 1)
    if (slow >= tenth) this.#limit = Math.max(MIN_LIMIT, Math.floor(this.#limit * SHRINK))
    else if (wasFull && mediumOrSlow < tenth) this.#limit = Math.min(MAX_LIMIT, Math.ceil(this.#limit * GROW))
  }
}

/** Calls since the last adjustment. Only counters, because sorting thousands of durations would take too long. */
const startCounting = () => ({
  ended: 0,
  /** Calls that took longer than the target. */
  slow: 0,
  /** Calls that took half of the target or longer. */
  mediumOrSlow: 0,
  wasFull: false,
})
