/**
 * Ignores errors of a connection that is being closed. pg-boss removes its error listener before it closes a connection. If
 * PostgreSQL shuts down at that moment, the error would have no listener and end the process.
 */
import pg from 'pg'

const { end } = pg.Client.prototype
pg.Client.prototype.end = function (this: pg.Client, ...rest: Parameters<typeof end>) {
  this.on('error', () => {})
  return end.apply(this, rest)
} as typeof end
