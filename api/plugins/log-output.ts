/**
 * The standard output, written a few lines at a time. They are joined here, because pino's destination, told to wait for
 * more, measures and copies all that it holds with every line.
 */
import pino from 'pino'

/** A place to write lines to. */
export interface LogDestination {
  write(line: string): void
}

/** Lines wait for each other this long: writing each by itself takes a fifth of the time of a quick answer. */
const WRITTEN_WITHIN_MS = 250
const WRITTEN_FROM_CHARACTERS = 8 * 1024
/** What waits for the disk leaves in larger pieces than it comes in, or it piles up in memory. */
const WRITTEN_AT_MOST_BYTES = 64 * 1024

/** What waits is written when the process ends, but for a kill. */
export function openLogOutput(): LogDestination {
  let lines: string[] = []
  let characters = 0
  const writeOut = () => {
    if (lines.length === 0) return
    output.write(lines.join(''))
    lines = []
    characters = 0
  }
  // Before the destination's own, which writes what it has been given by then.
  process.once('exit', writeOut)
  const output = pino.destination({ dest: 1, sync: false, maxWrite: WRITTEN_AT_MOST_BYTES })
  setInterval(writeOut, WRITTEN_WITHIN_MS).unref()
  return {
    write(line) {
      lines.push(line)
      characters += line.length
      if (characters >= WRITTEN_FROM_CHARACTERS) writeOut()
    },
  }
}
