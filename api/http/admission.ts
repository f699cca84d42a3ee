/**
 * How many calls a process works on at once. A queue that grows makes everybody wait and nobody served sooner: so what
 * is above the limit is sent away at once, and the limit follows how long those that were taken had to wait.
 */

/** What nine calls of ten should take at most: far enough below a second for the tenth. */
const AIM_MS = 200
const LEAST = 16
const MOST = 512
/** Where it begins: some tens of milliseconds' work for most calls. */
const START = 64
/** Fewer calls in a while say nothing about it. */
const TELLING = 20
const SHRINK = 0.75
const GROW = 1.1

export class Admission {
  #limit = START
  #running = 0
  #since = startCounting()

  get limit(): number {
    return this.#limit
  }

  /** @returns false where the call is to be sent away; any other must `leave` */
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
    if (tookMs > AIM_MS) this.#since.slow += 1
    if (tookMs >= AIM_MS / 2) this.#since.unhurried += 1
  }

  /** To be called a few times a second. */
  adjust(): void {
    const { ended, slow, unhurried, wasFull } = this.#since
    this.#since = startCounting()
    if (ended < TELLING && !wasFull) return
    const tenth = Math.max(ended - Math.floor(ended * 0.9), 1)
    if (slow >= tenth) this.#limit = Math.max(LEAST, Math.floor(this.#limit * SHRINK))
    else if (wasFull && unhurried < tenth) this.#limit = Math.min(MOST, Math.ceil(this.#limit * GROW))
  }
}

/** Since the last adjustment. Counted, because to put thousands of durations in order takes as long as thirty answers. */
const startCounting = () => ({
  ended: 0,
  /** Took longer than the aim. */
  slow: 0,
  /** Took half of it or more. */
  unhurried: 0,
  wasFull: false,
})
