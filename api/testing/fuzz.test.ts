/**
 * `npm run fuzz` runs this with more requests, FUZZ_SEED=… with different ones. A failure prints its seed and the smallest failing
 * request.
 */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { issueMissingInvoices } from '#api/money/invoices/issue.ts'
import { type FuzzRequest, requestOf } from './fuzz/requests.ts'
import { holdBody } from './held-call.ts'
import { listCalls, nameOf, type OpenapiDocument } from './openapi-document.ts'
import { hashCheaply } from './passwords.ts'
import { openTestApp, Visitor } from './test-app.ts'
import { buildWorld, openBrowser, type World } from './world.ts'
import { lastWrite, noteWrites, writtenSince } from './writes.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 1600)
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)
const PASSWORD = 'a-fine-secret'
const ERROR_BODY = '#/components/schemas/ErrorBody'
const LIBRARY_WORDS =
  /Invalid (input|string|option|key|element)\b|expected \w+, received|match pattern|Too (small|big)/

/** The last error in the log, which explains a response 500. */
let fault = ''
const shop = openTestApp({
  seed: noteWrites,
  variables: { LOG_LEVEL: 'error' },
  logTo: {
    write: (line) => {
      fault = line
    },
  },
})

const knownOf = ({ users, pkg, question, order, couponCode, offerId }: World) => ({
  id: [1, 2, 3, order.id, pkg.id, users.staff.id, offerId],
  email: [
    users.customer.email,
    users.admin.email,
    'Customer@Example.com',
    'new@example.com',
    'newer@example.com',
  ],
  password: [PASSWORD, PASSWORD, 'wrong-guess'],
  currentPassword: [PASSWORD],
  packageId: [pkg.id],
  orderId: [order.id],
  staffId: [users.staff.id, users.otherStaff.id],
  userId: [users.customer.id, users.otherCustomer.id],
  code: [couponCode, 'NONE'],
  couponCode: [couponCode, null],
  finalAmount: [1299, '1299.00', 1039.2],
  answers: [{ [question.id]: 'Red' }],
  event: ['payment.captured', 'payment.failed', 'order.paid'],
  url: ['https://hooks.example.com/shop'],
  payload: [{ payment: { entity: { id: 'pay_1', order_id: 'order_1' } } }, {}],
  name: ['Renamed', 'New package'],
  price: [99, '$1,299.50'],
})

/** A path segment longer than `maxParamLength` matches no route. */
const NO_ROUTE = /^[^?]*\/[^/?]{201}/

test(
  'no request of any shape breaks the API, breaks its word, or changes anything and is refused',
  async () => {
    const document = (await new Visitor(shop).get('/api/openapi.json')).json<OpenapiDocument>()
    const world = await buildWorld(shop.db, { passwordHash: await hashCheaply(PASSWORD) })
    // Otherwise the first read issues them, also one that is refused for an instalment that is not there.
    await issueMissingInvoices(shop.db, expect.fail)
    const calls = listCalls(document)
    const schemas = schemasOf(document)
    const byName = new Map(calls.map((call) => [nameOf(call), { ...call, outcomes: new Set<string>() }]))

    const isOpen = ({ operationId }: { operationId?: string | undefined }) =>
      shop.app.routeTable.some(
        (route) => route.operationId === operationId && ['public', 'optional'].includes(route.access),
      )

    async function attempt({ call, role, url, headers, payload, isHeld }: FuzzRequest): Promise<void> {
      const { method, path, operation, outcomes } = byName.get(call) ?? raise(call)
      // A long run would accumulate thousands of sessions.
      await shop.db('sessions').delete()
      const browser = await openBrowser(shop, world, role)
      let before = await lastWrite(shop.db)
      const revoke = async () => {
        await shop.db('sessions').update({ revokedAt: new Date() })
        before = await lastWrite(shop.db)
      }
      async function sendHeld() {
        const finish = await holdBody(`${shop.url}${url}`, method, headers, browser.cookies)
        // Once another call is answered, the headers of this one have been processed.
        await fetch(`${shop.url}/api/auth/me`)
        await revoke()
        const sent = await finish(payload)
        return { ...sent, json: () => JSON.parse(sent.body) }
      }
      const response = isHeld
        ? await sendHeld()
        : await shop.app.inject({
            method: method as NonNullable<InjectOptions['method']>,
            url,
            headers,
            cookies: Object.fromEntries(browser.cookies),
            ...(payload !== undefined && { payload }),
          })
      // A body that cannot be parsed is refused before the session is checked again.
      const unread = NO_ROUTE.test(url) ? [404] : [400, 401, 415]
      if (isHeld && !isOpen(operation)) expect(unread, response.body).toContain(response.statusCode)
      const status = String(response.statusCode)
      expect(response.statusCode, fault).toBeLessThan(500)
      expect(Object.keys(operation.responses), response.body).toContain(status)
      outcomes.add(status)
      if (response.statusCode >= 400) {
        expectToMatch(schemas(ERROR_BODY), response.json())
        expect(response.body, 'the words of a library').not.toMatch(LIBRARY_WORDS)
        expect(await writtenSince(shop.db, before), 'a refused call changed something').toEqual([])
      } else if (response.headers['content-type']?.includes('json')) {
        expectToMatch(schemas({ method, path, status }), response.json())
      }
      if (path !== '/api/openapi.json')
        expect(response.body).not.toMatch(/argon2|node_modules|\bat \/|SELECT |"stack"/)
    }

    await fc.assert(fc.asyncProperty(requestOf(calls, knownOf(world)), attempt), {
      numRuns: RUNS,
      seed: SEED,
    })
    expect(Object.prototype).not.toHaveProperty('isAdmin')
    // Many calls must succeed, or the requests were just noise. Others need a link, a key or a certain state of an order.
    const done = [...byName.values()].filter(({ outcomes }) =>
      [...outcomes].some((status) => status.startsWith('2')),
    )
    expect(done.length).toBeGreaterThan(calls.length * 0.4)
  },
  Math.max(300_000, RUNS * 400),
)

function raise(call: string): never {
  throw new Error(`${call} is not in the document`)
}

function expectToMatch(validate: ValidateFunction, body: unknown): void {
  expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
}

/** Compiles each response schema once. */
function schemasOf(document: OpenapiDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', ...document })
  const compiled = new Map<string, ValidateFunction>()
  return (where: string | { method: string; path: string; status: string }): ValidateFunction => {
    const pointer = typeof where === 'string' ? where : pointerTo(where)
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }
}

function pointerTo({ method, path, status }: { method: string; path: string; status: string }): string {
  const keys = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    status,
    'content',
    'application/json',
    'schema',
  ]
  const escaped = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
  return `#/${escaped.join('/')}`
}
