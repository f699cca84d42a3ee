import { request as requestPlain } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { type RequestOptions, request } from 'node:https'
import { connect } from 'node:tls'
import { chromium } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedRules } from '#api/demo/seed-rules.ts'
import { hashPassword } from '#api/people/auth/passwords/passwords.ts'
import { ApiProcess } from '#api/testing/api-process.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, TEST_CREDENTIALS } from '#api/testing/test-app.ts'
import { User } from '#db/models/people/user.ts'
import { seedDemoBasics } from '#db/seeds/demo.ts'
import { insertUser } from '#db/testing/builders.ts'
import { Caddy, ensureCaddy, HOST } from '#e2e/servers/caddy.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import { CHROMIUM_FLAGS, findChromium } from '#e2e/support/chromium.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'

/** Provides database, sandbox and catalogue. The tests call Caddy in front of nginx in front of an API process. */
const shop = openTestApp()
let caddy: Caddy
let nginx: Nginx
let api: ApiProcess

beforeAll(async () => {
  ensureCaddy()
  ensureNginx()
  const { db } = shop
  await seedDemoBasics(db, seedRules)
  caddy = await Caddy.create()
  api = await ApiProcess.create({
    args: SERVE_ARGS,
    databaseUrl: shop.dbUrl,
    providerUrl: shop.sandboxUrl,
    credentials: TEST_CREDENTIALS,
    sessionSecret: shop.env.sessionSecrets[0] ?? '',
    siteDir: SITE_DIR,
    variables: { PUBLIC_ORIGIN: caddy.origin, TRUST_PROXY: '127.0.0.1' },
  })
  await api.start()
  nginx = await Nginx.start({
    upstreamPorts: [api.port, api.port],
    siteDir: SITE_DIR,
    tlsProxy: '127.0.0.1',
  })
  await caddy.start(nginx.url)
})
afterAll(async () => {
  await caddy?.remove()
  await nginx?.stop()
  await api?.kill()
})

interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
}

function ask(path: string, options: RequestOptions = {}, body = ''): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const target = { host: '127.0.0.1', port: caddy.ports.https, servername: HOST, ca: caddy.authority.root }
  const headers = { host: new URL(caddy.origin).host, ...options.headers }
  request({ ...target, path, ...options, headers, agent: false }, (response) => {
    response
      .resume()
      .once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
  })
    .once('error', reject)
    .end(body)
  return promise
}

test('the host of PUBLIC_ORIGIN has a certificate of the authority, and http leads to https', async () => {
  const certificate = await caddy.readCertificate()
  expect(certificate.subjectAltName).toBe(`DNS:${HOST}`)
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  requestPlain(
    { host: '127.0.0.1', port: caddy.ports.http, path: '/about?a=1', headers: { host: HOST } },
    (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    },
  )
    .once('error', reject)
    .end()
  const plain = await promise
  expect(plain.status).toBe(308)
  expect(plain.headers.location).toMatch(/^https:\/\/shop\.example(:\d+)?\/about\?a=1$/)
})

test('pages come with the headers of nginx and with HSTS, and name no program', async () => {
  const direct = await fetch(`${nginx.url}/about`)
  const page = await ask('/about', { headers: { 'accept-encoding': 'gzip' } })
  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({
    'content-encoding': 'gzip',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'content-security-policy': direct.headers.get('content-security-policy'),
    'x-frame-options': direct.headers.get('x-frame-options'),
    'cache-control': direct.headers.get('cache-control'),
  })
  expect(page.headers.server).toBeUndefined()
})

test('nginx and the API get the visitor’s own address, and trust none that a visitor sends', async () => {
  // Another address of this machine, to distinguish the visitor from Caddy.
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' }
  const { status } = await ask('/api/packages', { localAddress: '127.0.0.2', headers: forged })
  expect(status).toBe(200)
  // nginx writes its log after responding.
  const readAddresses = async () => {
    const calls = (await nginx.readAccessLog()).filter(({ path }) => path === '/api/packages')
    return calls.map(({ address }) => address)
  }
  await expect.poll(readAddresses).toEqual(['127.0.0.2'])
})

test('signing in works: the cookie is for https only', async () => {
  const password = 'a kettle on the stove'
  const { email } = await insertUser(shop.db, { passwordHash: await hashPassword(password) })
  const { status, headers } = await ask(
    '/api/auth/login',
    { method: 'POST', headers: { 'content-type': 'application/json', origin: caddy.origin } },
    JSON.stringify({ email, password }),
  )
  expect(status).toBe(200)
  expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^__Host-sid=.*; Secure/))
})

test('speaks HTTP/2', async () => {
  const session = connectHttp2(`https://127.0.0.1:${caddy.ports.https}`, {
    servername: HOST,
    ca: caddy.authority.root,
  })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  session.once('error', reject)
  const stream = session.request({ ':path': '/about', ':authority': new URL(caddy.origin).host })
  stream.once('response', (headers) => resolve(Number(headers[':status']))).once('error', reject)
  expect(await promise).toBe(200)
  session.destroy()
})

test('speaks HTTP/3', async () => {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...CHROMIUM_FLAGS.filter((flag) => flag !== '--disable-quic'),
      '--enable-quic',
      `--origin-to-force-quic-on=${new URL(caddy.origin).host}`,
      ...(await caddy.listBrowserFlags()),
    ],
  })
  try {
    const page = await browser.newPage()
    const response = await page.goto(`${caddy.origin}/about`)
    expect(response?.status()).toBe(200)
    const protocol = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation')
      return (entry as PerformanceNavigationTiming).nextHopProtocol
    })
    expect(protocol).toBe('h3')
  } finally {
    await browser.close()
  }
})

test('a client that never ends its request headers is disconnected', async () => {
  const socket = connect({
    host: '127.0.0.1',
    port: caddy.ports.https,
    servername: HOST,
    ca: caddy.authority.root,
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.once('secureConnect', () => socket.write('GET /about HTTP/1.1\r\nhost: shop'))
  await closed
})

test('a call whose body was delayed fails if its session has ended meanwhile, whether the proxy streams or buffers bodies', async () => {
  const body = JSON.stringify({ isDisabled: true })
  for (const upstream of [nginx.url, `http://127.0.0.1:${api.port}`]) {
    await caddy.stop()
    await caddy.start(upstream)
    const { id: userId } = await insertUser(shop.db, { isAdmin: true })
    const { id: targetId } = await insertUser(shop.db)
    const session = (await openSession(shop, userId)).cookies.get('sid') ?? ''
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
    const call = request({
      host: '127.0.0.1',
      port: caddy.ports.https,
      servername: HOST,
      ca: caddy.authority.root,
      method: 'PUT',
      path: `/api/admin/users/${targetId}/disabled`,
      agent: false,
      headers: {
        host: new URL(caddy.origin).host,
        origin: caddy.origin,
        cookie: `__Host-sid=${session}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    })
    call.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject)
    call.write(body.slice(0, 5))
    // Once another call is answered, this one has come as far as the proxies let it.
    expect((await ask('/api/packages')).status).toBe(200)
    await shop.db('sessions').where({ userId }).update({ revokedAt: new Date() })
    call.end(body.slice(5))
    expect(await promise, upstream).toBe(401)
    expect(await User.query(shop.db).findById(targetId)).toMatchObject({ disabledAt: null })
  }
})

test('a certificate outlives a restart while the authority is away', async () => {
  const { serialNumber } = await caddy.readCertificate()
  await caddy.stop()
  await caddy.authority.stop()
  await caddy.start(nginx.url)
  expect((await caddy.readCertificate()).serialNumber).toBe(serialNumber)
  expect((await ask('/about')).status).toBe(200)
})
