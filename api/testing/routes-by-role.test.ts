import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { bodyOf, expectedOf, pathOf } from './example-calls.ts'
import { openTestApp, Visitor } from './test-app.ts'
import { buildWorld, openBrowser, ROLES, type Role } from './world.ts'

// As in production: no call may need more rights than the processes' role has.
const shop = openTestApp({ hasProcessRole: true })

test('what stands below an area is for its people alone', () => {
  const AREAS = { admin: 'admin', staff: 'staff', accounts: 'admin', user: 'customer' }
  for (const { url, access } of shop.app.routeTable) {
    for (const [area, people] of Object.entries(AREAS)) {
      if (url.startsWith(`/api/${area}/`)) expect([url, access]).toEqual([url, people])
    }
  }
})

test('every call responds to every role as its access has it', async () => {
  let world = await buildWorld(shop.db, { dataDir: shop.env.dataDir })
  let isTouched = false
  for (const [index, route] of shop.app.routeTable.entries()) {
    const call = `${route.method} ${route.url}`
    if (isTouched) world = await buildWorld(shop.db, { tag: `-${index}`, dataDir: shop.env.dataDir })
    const statuses = {} as Record<Role, number>
    for (const role of ROLES) {
      const browser = await openBrowser(shop, world, role)
      const response = await browser.call(
        route.method as NonNullable<InjectOptions['method']>,
        pathOf(route, world),
        bodyOf(route, world, role),
      )
      statuses[role] = response.statusCode
      expectPrivate(call, response)
    }
    expect.soft({ [call]: statuses }).toEqual({ [call]: expectedOf(route) })
    // After a call that only reads, or that was refused for every role, the next call can use the same world.
    isTouched = route.method !== 'GET' && Object.values(statuses).some((status) => status < 400)
  }
})

function expectPrivate(call: string, { statusCode, headers, body, json }: LightMyRequestResponse): void {
  if (statusCode >= 400) {
    expect.soft(json(), call).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
  }
  // Caches may store only the public catalogue's responses.
  const isPublic = /^GET \/api\/(packages|categories)/.test(call)
  if (!isPublic) expect.soft(headers['cache-control'], call).toBe('no-store')
  if (call !== 'GET /api/openapi.json')
    expect.soft(body, call).not.toMatch(/argon2|"\w*([Pp]assword|[Hh]ash)\w*":/)
}

test('a list shows only one’s own orders and assignments', async () => {
  const world = await buildWorld(shop.db)
  const lengthOf = async (role: Role, url: string) =>
    (await (await openBrowser(shop, world, role)).get(url)).json<unknown[]>().length
  expect(await lengthOf('customer', '/api/orders')).toBe(2)
  expect(await lengthOf('otherCustomer', '/api/orders')).toBe(0)
  expect(await lengthOf('admin', '/api/orders')).toBe(0)
  expect(await lengthOf('staff', '/api/staff/assignments')).toBe(2)
  expect(await lengthOf('otherStaff', '/api/staff/assignments')).toBe(0)
})

test('an unknown call is 404 for everybody, in the shape of every refusal', async () => {
  for (const url of ['/api/nothing', '/api/admin/nothing', '/api', '/api/packages/1/reviews/1', '/nothing']) {
    const response = await new Visitor(shop).get(url)
    expect(response.statusCode, url).toBe(404)
    expect(response.json(), url).toEqual({
      code: 'not_found',
      message: 'Not found',
      requestId: expect.any(String),
    })
  }
})
