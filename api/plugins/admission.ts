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
  #wasFull = false
  #tookMs: number[] = []

  get limit(): number {
    return this.#limit
  }

  /** @returns false where the call is to be sent away; any other must `leave` */
  enter(): boolean {
    if (this.#running >= this.#limit) {
      this.#wasFull = true
      return false
    }
    this.#running += 1
    return true
  }

  leave(tookMs: number): void {
    this.#running -= 1
    this.#tookMs.push(tookMs)
  }

  /** To be called a few times a second. */
  adjust(): void {
    const tookMs = this.#tookMs.sort((a, b) => a - b)
    const wasFull = this.#wasFull
    this.#tookMs = []
    this.#wasFull = false
    if (tookMs.length < TELLING && !wasFull) return
    const slowMs = tookMs[Math.floor(tookMs.length * 0.9)] ?? 0
    if (slowMs > AIM_MS) this.#limit = Math.max(LEAST, Math.floor(this.#limit * SHRINK))
    else if (wasFull && slowMs < AIM_MS / 2) this.#limit = Math.min(MOST, Math.ceil(this.#limit * GROW))
  }
}
