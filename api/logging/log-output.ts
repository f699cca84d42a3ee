import pino, { type DestinationStream } from 'pino'

/** The standard output. Each line is written when it is logged: a process that ends or dies loses none. */
export function openLogOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: true })
}
