import { Ajv2020 } from 'ajv/dist/2020.js'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import type { Repeat } from '#api/platform/http/call.ts'
import { registerRouteTable } from '#api/platform/plugins/route-table.ts'
import { nameCalls } from './call-names.ts'
import { type DocumentedCall, listCalls, nameOf, type OpenapiDocument } from './openapi-document.ts'
import { openTestApp, Visitor } from './test-app.ts'

const shop = openTestApp()

let document: OpenapiDocument
let calls: DocumentedCall[]
beforeAll(async () => {
  document = (await new Visitor(shop).get('/api/openapi.json')).json<OpenapiDocument>()
  calls = listCalls(document)
})

/** The calls with a limit. */
const LIMITED = nameCalls({
  DELETE: `admin/saved-replies/{id} user/passkeys/{id} user/totp`,
  GET: `admin/doctor events orders/{id}/files.zip user/data`,
  PATCH: `user/passkeys/{id}`,
  POST: `admin/pictures admin/saved-replies admin/webhook-endpoints/{id}/test auth/confirm-email
    auth/confirm-link auth/forgot-password auth/login auth/passkey auth/passkey/options
    auth/register auth/reset-password auth/reset-password/factors auth/second-factor
    auth/second-factor/options auth/session-login coupons/generate coupons/use
    coupons/validate create-order credentials/{id}/reveal embed/views offers/accept
    offers/decline offers/open offers/question orders/{id}/cancellation
    orders/{id}/credentials orders/{id}/messages orders/{id}/next-instalment
    orders/{id}/refund-request orders/{id}/refund-request/answer orders/{id}/retry
    orders/{id}/uploads payment-links/open payment-links/pay user/erasure user/passkeys
    user/passkeys/options user/proof user/proof/options user/recovery-codes user/totp
    user/totp/confirm verify-payment`,
  PUT: `admin/saved-replies/{id} orders/{id}/billing-details orders/{id}/review user/password
    user/profile`,
})

/** Its tags, parameters and references are looked at by openapi-lint.test.ts. */
describe('the OpenAPI document', () => {
  test('describes all calls and no others', () => {
    const registered = shop.app.routeTable.map(
      ({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(calls.map(nameOf).sort()).toEqual(registered.sort())
  })

  test('is OpenAPI 3.1: a version, a title, a server, named security schemes', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    // The origin in tests is localhost.
    expect(document.servers).toEqual([{ url: '/' }])
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      passwordGiven: { type: 'apiKey', in: 'cookie' },
      providerSignature: { type: 'apiKey', in: 'header' },
    })
    const schemes = new Set(Object.keys(document.components.securitySchemes))
    for (const { operation } of calls)
      for (const scheme of (operation.security ?? []).flatMap((asked) => Object.keys(asked)))
        expect(schemes).toContain(scheme)
  })

  test('gives every call an operationId of a verb and a noun, and a description', () => {
    for (const call of calls) {
      expect(call.operation.operationId, nameOf(call)).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
      expect(call.operation.description, nameOf(call)).toMatch(/^[A-Z].+\.$/)
    }
  })

  test('describes every parameter', () => {
    const undescribed = calls.flatMap((call) =>
      (call.operation.parameters ?? [])
        .filter(({ description }) => !description)
        .map(({ name }) => `${nameOf(call)} ${name}`),
    )
    expect(undescribed).toEqual([])
  })

  test('gives every call a summary of its own and its responses', () => {
    for (const call of calls) {
      const { operation } = call
      expect(operation.summary, nameOf(call)).toMatch(/^[A-Z].{5,}/)
      const statuses = Object.keys(operation.responses)
      expect(
        statuses.filter((status) => status.startsWith('2')),
        nameOf(call),
      ).toHaveLength(1)
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description, `${nameOf(call)} ${status}`).toMatch(/^(?!Default).{2,}/)
        if (status !== '204') expect(Object.keys(content ?? {}), `${nameOf(call)} ${status}`).toHaveLength(1)
        if (Number(status) >= 400) {
          expect(content).toEqual({
            'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
          })
        }
      }
    }
    const summaries = calls.map(({ operation }) => operation.summary)
    expect(new Set(summaries).size).toBe(summaries.length)
  })

  test('names the refusals that follow from a call’s access and shape', () => {
    for (const call of calls) {
      const { operation, method, path } = call
      const route = shop.app.routeTable.find(
        ({ method: one, url }) => one === method && url.replaceAll(/:(\w+)/g, '{$1}') === path,
      )
      const statuses = Object.keys(operation.responses)
      const needsSession = ['customer', 'staff', 'admin'].includes(route?.access ?? '')
      if (needsSession) {
        expect(statuses, nameOf(call)).toContain('401')
        const keys = route?.scope ? [{ apiKey: [] }] : []
        expect(operation.security, nameOf(call)).toEqual([{ session: [] }, ...keys])
        if (route?.scope) expect(operation.description).toContain(`An API key needs the scope ${route.scope}`)
      }
      if (['staff', 'admin'].includes(route?.access ?? '')) expect(statuses, nameOf(call)).toContain('403')
      // A call that requires a cookie documents its 401.
      const [asked, ...others] = operation.security ?? []
      if (asked && others.length === 0 && ('session' in asked || 'passwordGiven' in asked))
        expect(statuses, nameOf(call)).toContain('401')
      if (path.includes('{')) expect(statuses, nameOf(call)).toContain('404')
      if (operation.requestBody) {
        expect(statuses, nameOf(call)).toEqual(expect.arrayContaining(['400', '413', '415']))
        expect(operation.requestBody.required).toBe(true)
      }
      expect(statuses, nameOf(call)).toContain('503')
    }
    const limited = calls.filter(({ operation }) => '429' in operation.responses).map(nameOf)
    expect(limited.sort()).toEqual(LIMITED.toSorted())
  })

  test('has only schemas that are JSON Schema 2020-12, and no broken reference', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'api', ...document })
    // Most schemas reference the same few, so each is compiled once.
    const compiled = new Set<string>()
    for (const call of calls) {
      const bodies = Object.values(call.operation.requestBody?.content ?? {})
      const responses = Object.values(call.operation.responses).flatMap(({ content }) =>
        Object.values(content ?? {}),
      )
      for (const { schema } of [...bodies, ...responses, ...(call.operation.parameters ?? [])]) {
        expect(ajv.validateSchema(schema), nameOf(call)).toBe(true)
        // Compiling follows every reference.
        const rooted = JSON.stringify(schema).replaceAll('"#/', '"api#/')
        if (compiled.has(rooted)) continue
        expect(() => ajv.compile(JSON.parse(rooted) as object), nameOf(call)).not.toThrow()
        compiled.add(rooted)
      }
    }
  })

  test('shows what a body may hold, in the terms of the form', () => {
    const register =
      document.paths['/api/auth/register']?.post?.requestBody?.content['application/json']?.schema
    expect(register).toMatchObject({
      type: 'object',
      properties: { firstName: { type: 'string', minLength: 2 }, password: { type: 'string', minLength: 6 } },
    })
    expect(register).toMatchObject({
      properties: { email: { format: 'email', examples: ['grace@example.com'] } },
    })
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER))
    const profile = document.paths['/api/user/profile']?.put?.responses['200']?.content?.['application/json']
    expect(profile?.schema).toEqual({ $ref: '#/components/schemas/User' })
    expect(JSON.stringify(document.components.schemas.User)).not.toMatch(/password/i)
  })
})

test.each(['access', 'tag', 'operationId', 'summary'])('a call without %s does not start', async (word) => {
  const app = Fastify()
  registerRouteTable(app)
  const words = { operationId: 'listThings', summary: 'All things' }
  const add = (changes: object) => {
    const { access, tag, ...schema } = { access: 'public', tag: 'Catalogue', ...words, ...changes } as const
    app.get('/api/things', { config: { access, tag }, schema }, () => [])
  }
  expect(() => add({ [word]: undefined })).toThrow('GET /api/things lacks')
  expect(() => add({})).not.toThrow()
  await app.close()
})

test.each([201, 202])(
  'a call that creates (%s) does not start without a word on its repeat',
  async (status) => {
    const app = Fastify()
    registerRouteTable(app)
    const schema = { operationId: 'makeThing', summary: 'Make a thing' }
    const add = (repeat?: Repeat) =>
      app.post(
        '/api/things',
        { config: { access: 'public', tag: 'Catalogue', status, repeat }, schema },
        () => [],
      )
    expect(() => add()).toThrow('POST /api/things lacks a word on its repeat')
    expect(() => add({ takesNoKey: 'a thing is a thing' })).not.toThrow()
    await app.close()
  },
)

describe('the page that shows it', () => {
  test('exists outside production, with a policy that allows its scripts', async () => {
    const page = await new Visitor(shop).get('/api/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.body).not.toMatch(/<script>[^<]/)
    const shown = await new Visitor(shop).get('/api/docs/json')
    expect(shown.json()).toEqual(document)
  })

  test('does not exist in production', async () => {
    const app = await buildApp({
      env: { ...shop.env, isProduction: true, logLevel: 'silent' },
      db: shop.db,
      gateway: shop.gateway,
      jobs: shop.jobs,
      overload: false,
    })
    expect((await app.inject('/api/docs/')).statusCode).toBe(404)
    expect((await app.inject('/api/openapi.json')).statusCode).toBe(200)
    await app.close()
  })
})
