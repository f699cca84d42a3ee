/**
 * A connection that is being ended may still be told that PostgreSQL ends it, and an error that nobody listens to ends the
 * process. pg-boss takes its listeners off before it ends the connection it listens on: when a whole machine goes down,
 * PostgreSQL's word came into that gap, and what the process was finishing was cut off.
 */
import pg from 'pg'

const { end } = pg.Client.prototype
pg.Client.prototype.end = function (this: pg.Client, ...rest: Parameters<typeof end>) {
  this.on('error', () => {})
  return end.apply(this, rest)
} as typeof end
