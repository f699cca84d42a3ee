/**
 * Preloaded by an API process, it kills that process (SIGKILL) at one boundary of one flow. A boundary is each statement that the
 * flow sends to PostgreSQL, each call that it makes to the provider, and each response that it sends.
 *
 * KILL_AT    the boundary, from 1
 * KILL_CALL  the flow is this call: `POST /api/create-order`, `:id` standing for any number
 * KILL_SQL   or: the flow begins with the first statement that matches this pattern, and includes everything after it
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'
import http, { type IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'

// `require` gives the copy of pg that Knex and pg-boss load, so that they get the patched `query`.
const pg = createRequire(import.meta.url)('pg') as typeof import('pg')

const killAt = Number(process.env.KILL_AT)
const call = process.env.KILL_CALL
  ? new RegExp(`^${process.env.KILL_CALL.replace(':id', '\\d+')}$`)
  : undefined
const firstStatement = process.env.KILL_SQL ? new RegExp(process.env.KILL_SQL, 'i') : undefined

const flow = new AsyncLocalStorage<true>()
let hasBegun = false
let boundaries = 0

function pass(): void {
  if (!hasBegun && !flow.getStore()) return
  boundaries += 1
  if (boundaries === killAt) process.kill(process.pid, 'SIGKILL')
}

diagnostics.subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage }
  if (call?.test(`${request.method} ${request.url}`)) flow.enterWith(true)
})

type Query = (...parameters: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
const query = client.query
client.query = function countedQuery(this: unknown, ...parameters) {
  const [given] = parameters
  const text = typeof given === 'string' ? given : ((given as { text?: string } | null)?.text ?? '')
  if (firstStatement?.test(text)) hasBegun = true
  pass()
  return query.apply(this, parameters)
}

const request = http.request
http.request = ((...parameters: Parameters<typeof request>) => {
  pass()
  return request(...parameters)
}) as typeof request

const end = ServerResponse.prototype.end as Query
ServerResponse.prototype.end = function countedEnd(this: ServerResponse, ...parameters: unknown[]) {
  pass()
  return end.apply(this, parameters)
} as typeof ServerResponse.prototype.end
