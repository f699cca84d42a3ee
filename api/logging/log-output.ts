/**
 * The standard output, written many lines at a time. They are put together here, in memory that the garbage collector does
 * not walk: pino's destination holds each line as a string until it is written, and measures all of them with each.
 */
import pino from 'pino'

/** A place to write lines to. */
export interface LogDestination {
  write(line: string): void
}

/** Lines wait for each other this long: writing each by itself takes a fifth of the time of a quick answer. */
const WRITTEN_WITHIN_MS = 250
const WRITTEN_AT_MOST_BYTES = 64 * 1024
/** Of one character in UTF-8, as JavaScript counts characters. */
const BYTES_AT_MOST = 3

/**
 * What waits is written when the process ends, but for a kill. Each writing is over when it returns: one that still ran
 * in the background as the process ended would be lost, or would come after later lines.
 */
export function openLogOutput(): LogDestination {
  const lines = Buffer.allocUnsafeSlow(WRITTEN_AT_MOST_BYTES)
  let bytes = 0
  const output = pino.destination({
    dest: 1,
    sync: true,
    contentMode: 'buffer',
    // Its types know of strings alone.
  }) as unknown as { write(bytes: Buffer): boolean }
  const writeOut = () => {
    if (bytes === 0) return
    output.write(lines.subarray(0, bytes))
    bytes = 0
  }
  process.once('exit', writeOut)
  setInterval(writeOut, WRITTEN_WITHIN_MS).unref()
  return {
    write(line) {
      const atMost = line.length * BYTES_AT_MOST
      if (bytes + atMost > lines.length) writeOut()
      if (atMost > lines.length) output.write(Buffer.from(line))
      else bytes += lines.write(line, bytes)
    },
  }
}
