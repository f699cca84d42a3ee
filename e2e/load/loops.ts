/** People who do the same again and again, all at the same time. */
import { setTimeout as delay } from 'node:timers/promises'
import { Refused } from './person.ts'

const ROUNDS_WITHIN_MS = 300_000

/** What somebody does in a round. @returns how it ended; undefined: done */
export type Round = () => Promise<unknown>

export interface Loops {
  /** How many rounds ended how, by `name: ending`. */
  readonly counts: Record<string, number>
  /** The calls that were refused; each ended its round. */
  readonly refused: readonly Refused[]
  /** Waits until everybody has done this many more rounds. @throws Error if that takes minutes */
  untilRounds(more: number): Promise<void>
  stop(): Promise<void>
}

/** @param everyMs the pause between two rounds of one person, on average */
export function startLoops(rounds: Record<string, Round>, everyMs: number): Loops {
  const counts: Record<string, number> = {}
  const refused: Refused[] = []
  const done: Record<string, number> = {}
  const stopping = new AbortController()
  const everybody = Object.entries(rounds).map(async ([name, round]) => {
    while (!stopping.signal.aborted) {
      const ending = await round().catch((error: Error) => error)
      if (ending instanceof Refused) refused.push(ending)
      else if (ending instanceof Error) throw ending
      const how = ending instanceof Refused ? ending.status : typeof ending === 'string' ? ending : 'done'
      const what = `${name.replace(/ \d+$/, '')}: ${how}`
      counts[what] = (counts[what] ?? 0) + 1
      done[name] = (done[name] ?? 0) + 1
      const pauseMs = everyMs * (0.5 + Math.random())
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })
  return {
    counts,
    refused,
    async untilRounds(more) {
      const wanted = Object.keys(rounds).map((name) => ({ name, least: (done[name] ?? 0) + more }))
      const giveUpAtMs = Date.now() + ROUNDS_WITHIN_MS
      for (const { name, least } of wanted) {
        while ((done[name] ?? 0) < least) {
          if (Date.now() > giveUpAtMs) throw new Error(`${name} did not get ${more} rounds further`)
          await delay(50)
        }
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all(everybody)
    },
  }
}
