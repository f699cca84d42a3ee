import { beforeEach, describe, expect, test } from 'vitest'
import type { KeyWithSecret } from '#api/contract/operations/api-keys.ts'
import type { Notification } from '#api/contract/outbound/notifications.ts'
import { KEY_CALLS_A_MINUTE } from '#api/rules/api-keys.ts'
import { insertKey, Program } from '#api/testing/api-keys.ts'
import { fetchList, type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { bodyOf, expectedOf, pathOf } from '#api/testing/example-calls.ts'
import { holdBody } from '#api/testing/held-call.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { buildWorld } from '#api/testing/world.ts'
import { ApiKey } from '#db/models/operations/api-key.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { insertPaidOrder, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp({ hasProcessRole: true, variables: { TRUST_PROXY: '127.0.0.1' } })
const limited = openTestApp({ variables: { RATE_LIMIT: 'on' } })

let ada: SignedIn
beforeEach(async () => {
  ada = await signInAsAdmin(shop)
})

const make = (fields: object = {}) =>
  ada.browser.post('/api/admin/api-keys', { name: 'Accounting', scopes: ['orders:read'], ...fields })
const listOrders = (program: Program, headers?: Record<string, string>) =>
  program.get('/api/admin/orders', headers)
const codeOf = async (response: Promise<{ statusCode: number; json(): { code?: string } }>) => {
  const { statusCode, json } = await response
  return [statusCode, json().code]
}

describe('a key', () => {
  test('is shown once, stored as a hash, and valid for a year', async () => {
    const made = (await make()).json<KeyWithSecret>()
    expect(made.key).toMatch(/^shop_live_[\w-]{43}$/)
    expect((await listOrders(new Program(shop, made))).statusCode).toBe(200)
    expect((await ada.browser.get('/api/admin/api-keys')).body).not.toContain(made.key)
    const { rows } = await shop.db.raw('SELECT api_keys::text AS row FROM api_keys WHERE id = ?', made.id)
    expect(rows[0].row).not.toContain(made.key.slice(20))
    const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(364)
    expect(days).toBeLessThan(366)
    const { rows: entries } = await fetchList(ada.browser, `/api/admin/audit-log?subject=api_key`)
    expect(JSON.stringify(entries)).not.toContain(made.key)
    expect(entries[0]).toMatchObject({ action: 'created', subjectLabel: 'Accounting', subjectId: made.id })
  })

  test('is refused from a browser, also on a page of the shop', async () => {
    const program = await insertKey(shop, { keeperId: ada.user.id, scopes: ['orders:read'] })
    expect(await codeOf(listOrders(program, { origin: shop.env.publicOrigin }))).toEqual([
      403,
      'key_in_browser',
    ])
    expect(await codeOf(listOrders(program, { 'sec-fetch-site': 'none' }))).toEqual([403, 'key_in_browser'])
  })

  test('is refused once it is revoked, has expired, or its keeper is no admin', async () => {
    const keeperId = ada.user.id
    const fields = { keeperId, scopes: ['orders:read'] as const }
    for (const program of [
      await insertKey(shop, { ...fields, revokedAt: new Date() }),
      await insertKey(shop, { ...fields, expiresAt: new Date() }),
      await insertKey(shop, { ...fields, keeperId: (await insertUser(shop.db)).id }),
      new Program(shop, { key: 'shop_live_unknown', id: 0 }),
      new Program(shop, { key: 'something else', id: 0 }),
    ])
      expect(await codeOf(listOrders(program))).toEqual([401, 'signed_out'])
  })

  test('comes from its addresses alone, and tells when and whence it came last', async () => {
    const addresses = ['192.0.2.0/24', '2001:db8::7']
    const program = await insertKey(shop, { keeperId: ada.user.id, scopes: ['orders:read'], addresses })
    const from = (address: string) => listOrders(program, { 'x-forwarded-for': address })
    for (const address of ['192.0.3.1', '2001:db8::8', '127.0.0.1'])
      expect(await codeOf(from(address))).toEqual([403, 'address_not_allowed'])
    expect((await ApiKey.query(shop.db).findById(program.id))?.lastUsedAt).toBeNull()
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::7'])
      expect((await from(address)).statusCode).toBe(200)
    expect(await ApiKey.query(shop.db).findById(program.id)).toMatchObject({
      lastUsedAt: expect.any(Date),
      lastAddress: '2001:db8::7',
    })
    expect((await make({ addresses: ['everywhere'] })).json()).toMatchObject({
      issues: [{ path: 'addresses.0' }],
    })
  })

  test('makes so many calls a minute, and is told how many are left', async () => {
    const { id } = await insertUser(limited.db, { isAdmin: true })
    const program = await insertKey(limited, { keeperId: id, scopes: ['orders:read'] })
    const first = await listOrders(program)
    expect(first.headers).toMatchObject({
      'ratelimit-limit': String(KEY_CALLS_A_MINUTE),
      'ratelimit-remaining': String(KEY_CALLS_A_MINUTE - 1),
      'ratelimit-reset': expect.any(String),
    })
    // A stolen key that probes its rights is rate-limited too.
    for (let call = 1; call < KEY_CALLS_A_MINUTE; call += 1) await program.get('/api/admin/users')
    const refused = await listOrders(program)
    expect([refused.statusCode, refused.headers['ratelimit-remaining']]).toEqual([429, '0'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const other = await insertKey(limited, { keeperId: id, scopes: ['orders:read'] })
    expect((await listOrders(other)).statusCode).toBe(200)
  })
})

describe('sensitive rights', () => {
  test('need a proof, as every key does, and are told to who runs the shop', async () => {
    const careful = await insertUser(shop.db, { isAdmin: true, factors: ['totp'] })
    const unproved = await openSession(shop, careful.id)
    const body = { name: 'Books', scopes: ['orders:read'] }
    expect(await codeOf(unproved.post('/api/admin/api-keys', body))).toEqual([403, 'proof_needed'])

    const told = async () =>
      (await fetchList<Notification>(ada.browser, '/api/admin/notifications?kind=api_key')).rows.length
    const before = await told()
    const { id } = (await make()).json<KeyWithSecret>()
    expect(await told()).toBe(before)
    const change = (fields: object) => ada.browser.patch(`/api/admin/api-keys/${id}`, fields)
    await change({ scopes: ['orders:read', 'orders:refund'] })
    expect(await told()).toBe(before + 1)
    await change({ dailyRefunds: 3 })
    expect(await told()).toBe(before + 2)
    await change({ name: 'Another name', scopes: ['orders:read'], dailyRefunds: 0 })
    expect(await told()).toBe(before + 2)
  })

  test('refunds are none a day until it is said how many, however many come at once', async () => {
    const key = { keeperId: ada.user.id, scopes: ['orders:refund'] as const }
    const program = await insertKey(shop, key)
    const orders = await Promise.all(Array.from({ length: 4 }, () => insertPaidOrder(shop.db)))
    const refund = (by: Program, { id }: { id: number }) =>
      by.call('POST', `/api/admin/orders/${id}/refunds`, { reason: 'Agreed' })
    const first = orders[0] as { id: number }
    expect(await codeOf(refund(program, first))).toEqual([403, 'refunds_used_up'])
    const allowed = await insertKey(shop, { ...key, dailyRefunds: 2 })
    const responses = await Promise.all(orders.map((order) => refund(allowed, order)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 403, 403])
    // Refunds of earlier days do not count.
    await shop.db('api_keys').where({ id: allowed.id }).update({ refundsOn: '2020-01-01' })
    const left = orders.filter((_, index) => responses[index]?.statusCode === 403)
    expect((await refund(allowed, left[0] as { id: number })).statusCode).toBe(201)
  })

  test('the sale of a package and its price are not part of packages:write', async () => {
    const scopes = ['packages:write'] as const
    const program = await insertKey(shop, { keeperId: ada.user.id, scopes })
    const seller = await insertKey(shop, { keeperId: ada.user.id, scopes: [...scopes, 'packages:prices'] })
    const body = { name: 'Care', description: 'Care of a site.', price: 10 }
    expect(await codeOf(program.call('POST', '/api/admin/packages', body))).toEqual([403, 'scope_missing'])
    const made = await program.call('POST', '/api/admin/packages', { ...body, isActive: false })
    expect(made.statusCode, made.body).toBe(201)
    const put = (by: Program, change: object) =>
      by.call('PUT', `/api/admin/packages/${made.json().id}`, change)
    expect((await put(program, { description: 'Better care.' })).statusCode).toBe(200)
    for (const change of [{ price: 1 }, { isActive: true }]) {
      expect(await codeOf(put(program, change))).toEqual([403, 'scope_missing'])
      expect((await put(seller, change)).statusCode).toBe(200)
    }
  })
})

test('what a key does is recorded with it, under the admin who keeps it', async () => {
  const program = await insertKey(shop, { keeperId: ada.user.id, scopes: ['orders:write', 'messages:write'] })
  const { id } = await insertPaidOrder(shop.db)
  const change = { status: 'processing' }
  expect((await program.call('PATCH', `/api/admin/orders/${id}/status`, change)).statusCode).toBe(200)
  const entry = () =>
    AuditEntry.query(shop.db).where({ subject: 'order', subjectId: id }).orderBy('id', 'desc').first()
  expect(await entry()).toMatchObject({ actorId: ada.user.id, apiKeyId: program.id })
  await ada.browser.patch(`/api/admin/orders/${id}/status`, { status: 'pending' })
  expect(await entry()).toMatchObject({ actorId: ada.user.id, apiKeyId: null })
  const write = (fields: object) =>
    program.call('POST', `/api/orders/${id}/messages`, {
      text: 'A note',
      key: crypto.randomUUID(),
      ...fields,
    })
  expect(await codeOf(write({ isTeamOnly: true }))).toEqual([403, 'no_scope'])
})

describe('a key that is revoked', () => {
  const listChanging = () =>
    shop.app.routeTable.filter(
      ({ method, scope, operationId }) => scope && method !== 'GET' && operationId !== 'testWebhookEndpoint',
    )

  test('acts no more in calls that are under way, neither held back nor waiting for it', async () => {
    expect(listChanging().length).toBeGreaterThan(10)
    for (const [index, route] of listChanging().entries()) {
      const call = `${route.method} ${route.url}`
      const world = await buildWorld(shop.db, { tag: `-${index}`, dataDir: shop.env.dataDir })
      const { id: keeperId } = world.users.admin
      const scopes = [route.scope, route.proofScope].filter((one) => one != null)
      const program = await insertKey(shop, { keeperId, scopes, dailyRefunds: 5 })
      const headers = { authorization: `Bearer ${program.key}`, 'content-type': 'application/json' }
      const body = Buffer.from(JSON.stringify(bodyOf(route, world, 'admin') ?? {}))
      const begin = () => holdBody(`${shop.url}${pathOf(route, world)}`, route.method, headers, new Map())

      const finish = await begin()
      await shop.db('api_keys').where({ id: program.id }).update({ revokedAt: new Date() })
      expect.soft([call, (await finish(body)).statusCode]).toEqual([call, 401])

      // Just used, so that finding the key writes nothing, and the call first waits when it makes its change.
      const used = { revokedAt: null, lastUsedAt: new Date(), lastAddress: '127.0.0.1' }
      await shop.db('api_keys').where({ id: program.id }).update(used)
      const second = await begin()
      const revocation = await shop.db.transaction()
      await revocation('api_keys').where({ id: program.id }).update({ revokedAt: new Date() })
      let early: unknown
      const responded = second(body)
      responded.then((response) => (early = response))
      await waitUntil(async () => early !== undefined || (await countAwaitedLocks(shop.db)) > 0)
      expect.soft(early, `${call} acts without holding its key`).toBeUndefined()
      await revocation.commit()
      expect.soft([call, (await responded).statusCode]).toEqual([call, 401])
      expect.soft(expectedOf(route).admin).toBeLessThan(500)
    }
  })

  test('stays revoked, and revoking it twice is no error', async () => {
    const { id } = (await make()).json<KeyWithSecret>()
    for (const _ of [1, 2])
      expect((await ada.browser.call('DELETE', `/api/admin/api-keys/${id}`)).statusCode).toBe(204)
    expect(await codeOf(ada.browser.patch(`/api/admin/api-keys/${id}`, { name: 'Again' }))).toEqual([
      409,
      'key_revoked',
    ])
    expect(await AuditEntry.query(shop.db).where({ subject: 'api_key', subjectId: id })).toHaveLength(2)
  })
})

describe('who disables or demotes the keeper of keys', () => {
  const changes = [
    ['PUT', '/disabled', { isDisabled: true }],
    ['PATCH', '', { isAdmin: false }],
  ] as const

  test.each(changes)(
    'is asked what becomes of them, and takes them over or revokes them: %s%s',
    async (method, path, body) => {
      const keeper = await insertUser(shop.db, { isAdmin: true })
      const scopes = ['orders:read'] as const
      const program = await insertKey(shop, { keeperId: keeper.id, scopes, name: 'Tax books' })
      const change = (keys?: string) =>
        ada.browser.call(method, `/api/admin/users/${keeper.id}${path}`, { ...body, keys })
      const asked = await change()
      expect(asked.json()).toMatchObject({
        code: 'keys_undecided',
        message: expect.stringContaining('Tax books'),
      })
      expect((await listOrders(program)).statusCode).toBe(200)
      expect((await change('take_over')).statusCode).toBe(200)
      expect((await listOrders(program)).statusCode).toBe(200)
      expect(await ApiKey.query(shop.db).findById(program.id)).toMatchObject({ keeperId: ada.user.id })

      const other = await insertUser(shop.db, { isAdmin: true })
      const revoked = await insertKey(shop, { keeperId: other.id, scopes })
      const url = `/api/admin/users/${other.id}${path}`
      expect((await ada.browser.call(method, url, { ...body, keys: 'revoke' })).statusCode).toBe(200)
      expect((await listOrders(revoked)).statusCode).toBe(401)
      expect((await ApiKey.query(shop.db).findById(revoked.id))?.revokedAt).toBeInstanceOf(Date)
    },
  )

  test('cannot keep own keys without the right', async () => {
    await insertUser(shop.db, { isAdmin: true })
    await insertKey(shop, { keeperId: ada.user.id, scopes: ['orders:read'] })
    const demote = ada.browser.patch(`/api/admin/users/${ada.user.id}`, { isAdmin: false, keys: 'take_over' })
    expect(await codeOf(demote)).toEqual([409, 'keys_undecided'])
  })
})
