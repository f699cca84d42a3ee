/**
 * Ignores errors of a connection that is being closed. pg-boss removes its error listener before it closes a connection;
 * if PostgreSQL shuts down at that moment, its error has no listener and ends the process before it has finished.
 */
import pg from 'pg'

const { end } = pg.Client.prototype
pg.Client.prototype.end = function (this: pg.Client, ...rest: Parameters<typeof end>) {
  this.on('error', () => {})
  return end.apply(this, rest)
} as typeof end
