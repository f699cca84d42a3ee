/** The rights of API keys: every call of the route table, with its scope and without it. */
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Route } from '#api/platform/plugins/route-table.ts'
import { SCOPE_NAMES, SCOPES, type Scope } from '#api/rules/api-keys.ts'
import { insertMessage } from '#db/testing/builders.ts'
import { insertKey, type Program } from './api-keys.ts'
import { bodyOf, expectedOf, pathOf } from './example-calls.ts'
import { openTestApp } from './test-app.ts'
import { buildWorld, type World } from './world.ts'

const shop = openTestApp({ hasProcessRole: true })

/** Calls whose example needs another scope in addition to their own. */
const ALSO_NEEDS: Readonly<Record<string, Scope>> = { createPackage: 'packages:prices' }

/** Paths that must never be open to a key, even if a call declares a scope by mistake. */
const NEVER =
  /^\/api\/(user|auth|access|files|staff|replies)\/|\/(users|api-keys|notification-mails|audit-log|second-factor|erasure|access|files|uploads|saved-replies)\b(?!$)|\.csv$|\/data$/

const send = (program: Program, route: Route, world: World) =>
  program.call(
    route.method as NonNullable<InjectOptions['method']>,
    pathOf(route, world),
    bodyOf(route, world, 'admin'),
  )

test('a key may make exactly the calls of its scopes', async () => {
  const used = new Set<Scope>()
  for (const [index, route] of shop.app.routeTable.entries()) {
    const call = `${route.method} ${route.url}`
    const { scope, operationId } = route
    if (!scope) continue
    used.add(scope)
    const world = await buildWorld(shop.db, { tag: `-${index}`, dataDir: shop.env.dataDir })
    const key = { keeperId: world.users.admin.id, dailyRefunds: 1 }
    const also = ALSO_NEEDS[operationId]
    const others = SCOPE_NAMES.filter((one) => one !== scope)
    const refused = await send(await insertKey(shop, { ...key, scopes: others }), route, world)
    expect.soft([call, refused.statusCode, refused.json().code]).toEqual([call, 403, 'scope_missing'])
    const scopes = also ? [scope, also] : [scope]
    const { statusCode, body } = await send(await insertKey(shop, { ...key, scopes }), route, world)
    expect.soft([call, statusCode], body).toEqual([call, expectedOf(route).admin])
  }
  expect([...used].sort()).toEqual(SCOPE_NAMES.filter((one) => one !== 'packages:prices').sort())
  expect(Object.keys(SCOPES)).toEqual(SCOPE_NAMES)
})

test('no key makes the other calls, with all scopes neither', async () => {
  const world = await buildWorld(shop.db, { dataDir: shop.env.dataDir })
  const program = await insertKey(shop, { keeperId: world.users.admin.id, scopes: SCOPE_NAMES })
  for (const route of shop.app.routeTable) {
    const { scope, access, url } = route
    if (NEVER.test(url)) expect.soft([url, scope]).toEqual([url, null])
    if (scope) continue
    const { statusCode, body } = await send(program, route, world)
    // Public calls either ignore a key or refuse it.
    const expected = access === 'public' ? [403, expectedOf(route).visitor] : [403]
    expect.soft(expected, `${route.method} ${url} ${body}`).toContain(statusCode)
    if (access !== 'public') expect.soft(body, url).toContain('no_scope')
  }
})

test('no key reads notes of the team and files, and without customers:read no buyer', async () => {
  const world = await buildWorld(shop.db, { tag: '-9999', dataDir: shop.env.dataDir })
  const { order, users, delivered } = world
  const keeperId = users.admin.id
  await insertMessage(shop.db, {
    orderId: order.id,
    authorId: keeperId,
    authorRole: 'admin',
    isTeamOnly: true,
    text: 'A secret note',
  })
  const firstName = 'Clementine'
  await users.customer.$query(shop.db).patch({ firstName })
  await insertMessage(shop.db, { orderId: order.id, authorId: users.customer.id, authorRole: 'customer' })
  await shop.db('coupons').update({ ownerId: users.customer.id })
  const buyers = [order.buyer.email, users.customer.email, firstName]
  const everything = await insertKey(shop, { keeperId, scopes: SCOPE_NAMES })
  const blind = await insertKey(shop, {
    keeperId,
    scopes: SCOPE_NAMES.filter((scope) => scope !== 'customers:read'),
  })
  const read = async (program: Program) => {
    const urls = shop.app.routeTable.filter(({ method, scope }) => method === 'GET' && scope)
    const read = urls.map(async (route) => ({ route, body: (await send(program, route, world)).body }))
    return Promise.all([
      ...read,
      program
        .get(`/api/orders/${delivered.orderId}/work`)
        .then(({ body }) => ({ route: urls[0] as Route, body })),
    ])
  }
  for (const { route, body } of await read(everything)) {
    expect.soft(body, route.url).not.toContain('A secret note')
    expect.soft(body, route.url).not.toContain(world.fileId)
  }
  for (const { route, body } of await read(blind)) {
    for (const fact of route.operationId === 'listUsers' ? [] : buyers)
      expect.soft(body, `${route.url} tells ${fact}`).not.toContain(fact)
  }
  // Searching is refused, because it would reveal a buyer's data letter by letter.
  for (const path of ['admin/orders', 'coupons', 'accounts/orders', 'accounts/refunds']) {
    const search = await blind.get(`/api/${path}?q=clara`)
    expect.soft([path, search.statusCode, search.json().code]).toEqual([path, 403, 'scope_missing'])
    expect.soft([path, (await everything.get(`/api/${path}?q=clara`)).statusCode]).toEqual([path, 200])
  }
  // The same order with the scope.
  expect((await everything.get(`/api/admin/orders/${order.id}`)).body).toContain(buyers[0])
})
