/** Generates requests from the OpenAPI document: every call, by every role, with allowed and forbidden values. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { type DocumentedCall, nameOf, type Operation } from '#api/testing/openapi-document.ts'
import { TEST_CREDENTIALS } from '#api/testing/test-app.ts'
import { ROLES, type Role } from '#api/testing/world.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { type Known, valueFor } from './schema-values.ts'

export interface FuzzRequest {
  /** As documented: `PUT /api/admin/packages/{id}`. */
  call: string
  role: Role
  url: string
  headers: Record<string, string>
  /** Unset: no body. */
  payload: string | undefined
  /** The session is revoked before the body is sent. */
  isHeld: boolean
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  '',
]
const NO_JSON = [
  '{',
  '',
  '\u0000',
  '{"a":1}}',
  'undefined',
  '[1,]',
  '\ufeff{}',
  '{"__proto__":{"isAdmin":true}}',
  '1e999',
]

export function requestOf(calls: DocumentedCall[], known: Known): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...calls).chain((call) =>
    fc
      .record({
        // Admins more often, because most calls are for admins only.
        role: fc.constantFrom<Role>(...ROLES, 'admin', 'admin', 'admin'),
        path: pathOf(call, known),
        query: queryOf(call.operation, known),
        body: bodyOf(call.operation, known),
        type: fc.oneof({ weight: 20, arbitrary: fc.constant(TYPES[0] ?? '') }, fc.constantFrom(...TYPES)),
        isSigned: fc.boolean(),
        eventId: fc.nat({ max: 50 }),
        isHeld: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
      })
      .map(({ role, path, query, body, type, isSigned, eventId, isHeld }) => ({
        call: nameOf(call),
        role,
        url: `${path}${query && `?${query}`}`,
        headers: {
          ...(body !== undefined && { 'content-type': type }),
          ...(path.startsWith('/api/webhooks/') && isSigned && sign(body ?? '', eventId)),
        },
        payload: body,
        // A GET is answered before its body arrives.
        isHeld: isHeld && role !== 'visitor' && body !== undefined && call.method !== 'GET',
      })),
  )
}

/** Signs an event like the provider. Buyers supply some of its content, so a valid signature does not make it harmless. */
function sign(body: string, eventId: number): Record<string, string> {
  const signature = createHmac('sha256', TEST_CREDENTIALS.webhookSecret).update(body).digest('hex')
  return { 'x-razorpay-signature': signature, 'x-razorpay-event-id': `evt-${eventId}` }
}

function pathOf({ path }: DocumentedCall, known: Known): fc.Arbitrary<string> {
  const ids = known.id ?? [1]
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids).map(String) },
    {
      weight: 1,
      arbitrary: hostileText.filter((text) => text.isWellFormed() && text !== '' && text.length < 1_000),
    },
  )
  return id.map((text) => path.replace(/\{\w+\}/, encodeURIComponent(text)))
}

function queryOf({ parameters = [] }: Operation, known: Known): fc.Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  if (inQuery.length === 0) return fc.constant('')
  const pairs = inQuery.map(({ name, schema }) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: valueFor(schema, known, name).map((value) => encodePair(name, value)) },
    ),
  )
  const extra = fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.tuple(hostileText, hostileText).map(([name, value]) => encodePair(name, value)),
    },
  )
  return fc.tuple(...pairs, extra).map((all) => all.filter((pair) => pair !== '').join('&'))
}

function encodePair(name: string, value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 500)
  return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`
}

function bodyOf({ requestBody }: Operation, known: Known): fc.Arbitrary<string | undefined> {
  const schema = requestBody?.content['application/json']?.schema
  const any = hostileValue.map((value) => JSON.stringify(value) ?? 'null')
  const none = fc.constant(undefined)
  if (!schema) return fc.oneof({ weight: 5, arbitrary: none }, { weight: 1, arbitrary: any })
  return fc.oneof(
    { weight: 24, arbitrary: valueFor(schema, known).map((value) => JSON.stringify(value) ?? 'null') },
    { weight: 1, arbitrary: any },
    { weight: 1, arbitrary: fc.constantFrom(...NO_JSON) },
    { weight: 1, arbitrary: none },
  )
}
