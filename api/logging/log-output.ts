import pino, { type DestinationStream } from 'pino'

/** Lines are written in batches: a system call for each would slow down every response. */
const MIN_BYTES = 8_192
const FLUSH_INTERVAL_MS = 250

/** The standard output. A process that exits or crashes loses no line; a killed process loses the lines of the last quarter second. */
export function openLogOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: true,
    minLength: MIN_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  })
  process.once('exit', () => output.flushSync())
  return output
}
