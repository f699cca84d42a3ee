/**
 * Answers as they go out, made once and kept until the catalogue changes. A change that comes while an answer is being
 * made takes it out of {@link KeptAnswers.#making}, so that it is given to those who wait for it and kept for nobody else.
 */
import { createHash } from 'node:crypto'

/** Bounds how old an answer can be where changes are not heard though the connection seems to be there. */
const KEPT_AT_MOST_MS = 5_000

export interface Answer {
  body: Buffer
  /** Strong: of the body's bytes. */
  etag: string
}

export class KeptAnswers {
  readonly #kept = new Map<string, { answer: Answer; untilMs: number }>()
  readonly #making = new Map<string, Promise<Answer | undefined>>()
  #areChangesHeard = false

  /** Keeps from now on. What is there may have missed a change. */
  startKeeping(): void {
    this.drop()
    this.#areChangesHeard = true
  }

  /** Until changes are heard again, every answer is made anew. */
  stopKeeping(): void {
    this.#areChangesHeard = false
    this.drop()
  }

  drop(): void {
    this.#kept.clear()
    this.#making.clear()
  }

  /**
   * @param load what is answered, read anew; undefined where there is nothing, and that is not kept, because there is no
   *   end of ids that name nothing
   */
  async get(key: string, load: () => Promise<object | undefined>): Promise<Answer | undefined> {
    const kept = this.#kept.get(key)
    if (kept && performance.now() < kept.untilMs) return kept.answer
    return this.#making.get(key) ?? this.#make(key, load)
  }

  #make(key: string, load: () => Promise<object | undefined>): Promise<Answer | undefined> {
    const untilMs = performance.now() + KEPT_AT_MOST_MS
    const making = load()
      .then((value) => {
        const answer = value && serialise(value)
        if (answer && this.#areChangesHeard && this.#making.get(key) === making) {
          this.#kept.set(key, { answer, untilMs })
        }
        return answer
      })
      .finally(() => {
        if (this.#making.get(key) === making) this.#making.delete(key)
      })
    this.#making.set(key, making)
    return making
  }
}

function serialise(value: object): Answer {
  const body = Buffer.from(JSON.stringify(value))
  return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
}
