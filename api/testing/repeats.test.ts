/** Creating calls repeated with the same `Idempotency-Key`: each runs once, and declares how a repeat is answered. */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOnce } from '#api/platform/http/idempotency.ts'
import type { Route } from '#api/platform/plugins/route-table.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { IdempotencyKey } from '#db/models/platform/idempotency-key.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { insertKey } from './api-keys.ts'
import { bodyOf, expectedOf, pathOf } from './example-calls.ts'
import { openTestApp } from './test-app.ts'
import { buildWorld, openBrowser, ROLES, type World } from './world.ts'

const shop = openTestApp({ hasProcessRole: true })

let keyed: Route[]
let tokenless: Route[]
beforeAll(() => {
  keyed = shop.app.routeTable.filter(({ repeat }) => typeof repeat === 'string')
  tokenless = shop.app.routeTable.filter(({ repeat }) => typeof repeat === 'object')
})

/** Calls whose example is refused for everybody. A repeat gets the same refusal. */
const REFUSED = ['requestRefund']

const roleFor = (route: Route) =>
  ROLES.find((role) => expectedOf(route)[role] === 201) ??
  ROLES.find((role) => ![401, 403].includes(expectedOf(route)[role])) ??
  'admin'

type Send = (path: string, body: unknown, key: string) => Promise<LightMyRequestResponse>

async function openSender(route: Route, world: World): Promise<Send> {
  const browser = await openBrowser(shop, world, roleFor(route))
  return (path, body, key) =>
    browser.call(route.method as NonNullable<InjectOptions['method']>, path, body, { 'idempotency-key': key })
}

/** Variants of a body, each with one text changed. */
function othersOf(body: unknown): object[] {
  const fields = Object.entries(body ?? {})
  return fields
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => ({ ...(body as object), [name]: `${value} 2` }))
}

const toFacts = ({ statusCode, json }: LightMyRequestResponse) => {
  const { requestId: _, ...facts } = json()
  return [statusCode, facts]
}

test('every creating call is done once under its key, and refuses another body', async () => {
  expect(keyed.length).toBeGreaterThan(15)
  for (const [index, route] of keyed.entries()) {
    const call = `${route.method} ${route.url}`
    const { operationId, repeat } = route
    const world = await buildWorld(shop.db, { tag: `-${index}`, dataDir: shop.env.dataDir })
    const send = await openSender(route, world)
    const path = pathOf(route, world)
    const body = bodyOf(route, world, roleFor(route))
    const countChanges = () => AuditEntry.query(shop.db).resultSize()

    const first = await send(path, body, `key-${index}`)
    expect.soft([call, first.statusCode === 201], first.body).toEqual([call, !REFUSED.includes(operationId)])
    const changes = await countChanges()
    const second = await send(path, body, `key-${index}`)
    if (repeat === 'shown_once') expect.soft(second.json().code, call).toBe('shown_once')
    else expect.soft([call, ...toFacts(second)]).toEqual([call, ...toFacts(first)])
    expect.soft([call, await countChanges()]).toEqual([call, changes])

    const refusals = new Set<string>()
    for (const other of othersOf(body)) {
      const refused = await send(path, other, `key-${index}`)
      if (refused.statusCode !== 400) refusals.add(`${refused.statusCode} ${refused.json().code}`)
    }
    if (refusals.size > 0) expect.soft([call, ...refusals]).toEqual([call, '422 idempotency_key_reused'])
  }
})

test('a call that takes no key says why in the OpenAPI document', async () => {
  const document = (await shop.app.inject('/api/openapi.json')).json()
  for (const { method, url, repeat } of tokenless) {
    const { description, parameters } =
      document.paths[url.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    expect(description).toContain((repeat as { takesNoKey: string }).takesNoKey)
    expect(JSON.stringify(parameters ?? [])).not.toContain('idempotency-key')
  }
  // The calls without a key. Consider carefully before adding one here.
  expect(tokenless.map(({ operationId }) => operationId).sort()).toEqual([
    ...['addPasskey', 'generateExitCoupon', 'registerUser', 'renewRecoveryCodes', 'requestPasswordReset'],
    ...['requestRework', 'sendConfirmationLink', 'sendMessage', 'startTotp', 'startUpload'],
    'uploadPicture',
  ])
})

describe('a response that holds a secret', () => {
  test.each(['createKey', 'createWebhookEndpoint'])('is never stored: %s', async (operationId) => {
    const world = await buildWorld(shop.db, {
      tag: operationId === 'createKey' ? '-1000' : '-1001',
      dataDir: shop.env.dataDir,
    })
    const route = keyed.find((one) => one.operationId === operationId) as Route
    expect(route.repeat).toBe('shown_once')
    const send = await openSender(route, world)
    const make = () => send(pathOf(route, world), bodyOf(route, world, 'admin'), operationId)
    const { id, key, secret = key } = (await make()).json<{ id: number; key: string; secret?: string }>()
    expect(secret).toMatch(/.{30,}/)
    const repeat = await make()
    expect([repeat.statusCode, repeat.json().message]).toEqual([409, expect.stringContaining(`number ${id}`)])
    expect(JSON.stringify(await IdempotencyKey.query(shop.db))).not.toContain(secret.slice(12))
  })

  test('has a secret in no other call that stores it', async () => {
    const document = (await shop.app.inject('/api/openapi.json')).json()
    const { schemas } = document.components
    for (const { method, url, repeat } of keyed) {
      if (repeat !== 'first_response') continue
      const operation = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      const { schema } = operation.responses[201].content['application/json']
      const { properties } = schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema
      const fields = Object.keys(properties)
      // `keyId` is not secret: it is the shop's id for the widget. A new order's session id is removed before the response is stored.
      const known = ['keyId']
      const secrets = fields.filter((name) => /secret|token|key|link$/i.test(name) && !known.includes(name))
      expect([url, ...secrets]).toEqual([url])
    }
  })
})

test('two programs have keys of their own, and a repeat shows a program what its scopes allow', async () => {
  const world = await buildWorld(shop.db, { tag: '-2000', dataDir: shop.env.dataDir })
  const scopes = ['coupons:write'] as const
  const keeperId = world.users.admin.id
  const programs = [await insertKey(shop, { keeperId, scopes }), await insertKey(shop, { keeperId, scopes })]
  const make = async (index: number) =>
    (
      await programs[index]?.call(
        'POST',
        '/api/admin/coupons',
        { code: `SAME${index}`, discountType: 'percentage', discount: 10 },
        { 'idempotency-key': 'the-same' },
      )
    )?.json()
  const first = await make(0)
  expect(await make(1)).toMatchObject({ code: 'SAME1' })
  expect(await make(0)).toEqual(first)
})

test('what was done is undone where another process has taken the call over', async () => {
  const request = {
    headers: { 'idempotency-key': 'slow' },
    params: {},
    body: {},
    user: null,
    apiKey: null,
    method: 'POST',
    routeOptions: { url: '/api/test', config: {} } as never,
  }
  const slow = createOnce(shop, request, async ({ db }) => {
    await insertPackage(db, { name: 'Written late' })
    await shop.db('idempotency_keys').where({ key: 'slow' }).update({ lockToken: crypto.randomUUID() })
    return { id: 1 }
  })
  await expect(slow).rejects.toMatchObject({ code: 'idempotency_key_in_use' })
  expect(await shop.db('packages').where({ name: 'Written late' })).toEqual([])
})
