/** `npm run shop -- <command>` as a person runs it: in its own process, on a real database. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { notify } from '#api/outbound/notifications/notify.ts'
import { openSmtpServer } from '#api/platform/mail/testing/smtp-server.ts'
import { DATABASE_URL_FILE } from '#db/connection/embedded.ts'
import { AuditDetails, AuditEntry } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertUser } from '#db/testing/builders.ts'
import { inherited, ROOT } from '#db/testing/node-process.ts'
import { openTestApp, Visitor } from './test-app.ts'

const shop = openTestApp()
const dir = await mkdtemp(join(tmpdir(), 'shop-command-'))
afterAll(() => rm(dir, { recursive: true }))

interface Ended {
  code: number
  out: string
  problem: string
}

function call(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(ROOT, 'api', 'shop.ts'), ...args],
      { cwd: ROOT, env: { ...inherited(), DATA_DIR: dir, ...env } },
      (error, out, problem) => done({ code: error ? Number(error.code) : 0, out, problem }),
    )
  })
}
const callShop = (...args: string[]) => call(args, { DATABASE_URL: shop.dbUrl })

describe('the command line', () => {
  test('lists its commands; a call without one, or with an unknown one, is wrong use', async () => {
    const help = await call(['help'])
    expect([help.code, help.problem]).toEqual([0, ''])
    for (const name of ['migrate', 'admin create', 'backup', 'restore', 'mail test'])
      expect(help.out).toContain(name)
    expect(await call([])).toMatchObject({ code: 2, out: help.out })
    expect(await call(['sell'])).toMatchObject({ code: 2, problem: expect.stringContaining(`'sell'`) })
  })

  test.each([['key'], ['key', 'nothing'], ['key', 'create'], ['restore']])(
    '%s %s --help shows what it takes',
    async (...words) => {
      const { code, out } = await call([...words, '--help'])
      expect([code, out]).toEqual([
        0,
        expect.stringContaining(`  ${words.at(-1) === 'nothing' ? 'key' : words.join(' ')} `),
      ])
      expect(out).not.toContain('migrations')
    },
  )

  test.each([
    ['a missing argument', ['admin', 'create'], 'One e-mail is needed'],
    ['one too many', ['migrate', 'now'], `Unexpected argument 'now'`],
    ['an unknown option', ['restore', 'shop.dump', '--quickly'], '--quickly'],
  ])('%s is wrong use, answered with the usage', async (_what, args, text) => {
    const { code, problem } = await call(args)
    expect([code, problem]).toEqual([2, expect.stringContaining(text)])
    expect(problem).toContain(`  ${args[0]}`)
    expect(problem).not.toMatch(/^\s+at /m)
  })

  test('what is refused ends with 1 and one line', async () => {
    expect(await call(['migrations'])).toEqual({
      code: 1,
      out: '',
      problem: `✘ Set DATABASE_URL, or start the shop whose data lies in ${dir}\n`,
    })
    const away = await call(['migrations'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' })
    expect(away).toEqual({ code: 1, out: '', problem: '✘ The database is not reachable\n' })
  })

  test('beside a running demo a command finds that demo’s database, and no stale one', async () => {
    const demo = join(dir, 'demo')
    await mkdir(demo)
    await writeFile(join(demo, DATABASE_URL_FILE), `${shop.dbUrl}\n`)
    // This process stands in for the demo's.
    await writeFile(join(demo, 'owner.pid'), String(process.pid))
    expect(await call(['migrations'], { DATA_DIR: demo })).toMatchObject({ code: 0, problem: '' })
    await writeFile(join(demo, 'owner.pid'), '2147483646')
    const ended = await call(['migrations'], { DATA_DIR: demo })
    expect(ended).toMatchObject({ code: 1, problem: expect.stringContaining('Set DATABASE_URL') })
  })

  test('a migration that is missing is listed, and migrate applies it', async () => {
    const [last] = await shop.db('knex_migrations').orderBy('id', 'desc').limit(1)
    await shop.db('knex_migrations').where({ id: last.id }).delete()
    const missing = await callShop('migrations')
    expect([missing.code, missing.out]).toEqual([
      1,
      expect.stringContaining(`✘ ${last.name}: not applied yet`),
    ])
    await shop.db('knex_migrations').insert(last)
    expect(await callShop('migrate')).toEqual({ code: 0, out: '✔ The database is up to date\n', problem: '' })
  })
})

describe('shop admin create', () => {
  test('makes the first admin, who chooses a password by the printed link, once', async () => {
    const { code, out } = await callShop(
      'admin',
      'create',
      'Ada@shop.example',
      '--name',
      'Ada Byron Lovelace',
    )
    expect([code, out]).toEqual([0, expect.stringContaining('Ada@shop.example is an admin')])
    const admin = await User.query(shop.db).findOne({ email: 'Ada@shop.example' }).throwIfNotFound()
    expect(admin).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron Lovelace',
      isAdmin: true,
      isStaff: false,
    })

    const [, token] = /#token=([\w-]{43})$/m.exec(out) ?? []
    const browser = new Visitor(shop)
    const choose = () =>
      browser.post('/api/auth/reset-password', { token, newPassword: 'correct horse battery staple' })
    expect((await choose()).statusCode).toBe(200)
    const login = { email: 'ada@shop.example', password: 'correct horse battery staple' }
    expect((await browser.post('/api/auth/login', login)).json()).toMatchObject({ isAdmin: true })
    expect((await choose()).json()).toMatchObject({ code: 'reset_link_invalid' })
  })

  test('is in the audit log, done by nobody who was signed in', async () => {
    await callShop('admin', 'create', 'ada@shop.example')
    const entry = await AuditEntry.query(shop.db).findOne({ action: 'created' }).throwIfNotFound()
    expect(entry).toMatchObject({ actorId: null, subject: 'user' })
    expect(entry.changes).toContainEqual({ field: 'isAdmin', from: null, to: true })
    const details = await AuditDetails.query(shop.db).findOne({ auditId: entry.id }).throwIfNotFound()
    expect(details.changes).toContainEqual({ field: 'email', from: null, to: 'ada@shop.example' })
  })

  test('an admin hears of what happens by mail, once they have chosen a password', async () => {
    const { out } = await callShop('admin', 'create', 'ada@shop.example')
    await callShop('admin', 'create', 'eve@shop.example', '--another')
    const countMails = () => OutboxMessage.query(shop.db).where({ kind: 'notification' }).resultSize()
    const tell = (key: string) =>
      shop.db.transaction((trx) =>
        notify(shop.jobs, trx, { kind: 'order_paid', key, title: 'Sold', path: '/admin' }),
      )
    await tell('order_paid:1')
    expect(await countMails()).toBe(0)
    const [, token] = /#token=([\w-]{43})$/m.exec(out) ?? []
    const chosen = { token, newPassword: 'correct horse battery staple' }
    expect((await new Visitor(shop).post('/api/auth/reset-password', chosen)).statusCode).toBe(200)
    await tell('order_paid:2')
    expect(await countMails()).toBe(1)
  })

  test('is refused where an admin exists, unless told --another', async () => {
    await insertUser(shop.db, { isAdmin: true })
    expect(await callShop('admin', 'create', 'eve@shop.example')).toEqual({
      code: 1,
      out: '',
      problem: '✘ There is an admin already. With --another there will be one more.\n',
    })
    expect(await User.query(shop.db).resultSize()).toBe(1)
    expect(await callShop('admin', 'create', 'eve@shop.example', '--another')).toMatchObject({ code: 0 })
  })

  test('makes one of two first admins who are made at once', async () => {
    const codes = await Promise.all(
      ['ada', 'eve'].map(async (name) => (await callShop('admin', 'create', `${name}@shop.example`)).code),
    )
    expect(codes.sort()).toEqual([0, 1])
    expect(await User.query(shop.db).where({ isAdmin: true }).resultSize()).toBe(1)
  })

  test('takes no account over, and no address that is none', async () => {
    await insertUser(shop.db, { email: 'ada@shop.example' })
    const taken = await callShop('admin', 'create', 'ADA@shop.example')
    expect([taken.code, taken.problem]).toEqual([1, expect.stringContaining('name another e-mail')])
    expect((await callShop('admin', 'create', 'ada')).code).toBe(1)
    expect(await User.query(shop.db).where({ isAdmin: true }).resultSize()).toBe(0)
  })
})

describe('shop mail test', () => {
  test('sends a mail at once, and says why one is refused', async () => {
    const server = await openSmtpServer()
    const env = { SMTP_URL: server.url }
    expect(await call(['mail', 'test', 'ada@shop.example'], env)).toMatchObject({ code: 0 })
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([['ada@shop.example']])
    server.refusal = { code: 550, message: 'no such mailbox' }
    const refused = await call(['mail', 'test', 'ada@shop.example'], env)
    expect([refused.code, refused.problem]).toEqual([1, expect.stringContaining('no such mailbox')])
    await server.stop()
    expect((await call(['mail', 'test', 'ada@shop.example'], env)).code).toBe(1)
  })

  test('writes a file where no server is set', async () => {
    const { code, out } = await call(['mail', 'test', 'ada@shop.example'])
    expect([code, out]).toEqual([0, expect.stringContaining('SMTP_URL is not set')])
    expect(await readdir(join(dir, 'mail'))).toHaveLength(1)
  })
})

describe('key create, key list and key revoke', () => {
  const create = (...args: string[]) => callShop('key', 'create', 'Bookkeeping', ...args)
  const keyIn = ({ out }: Ended) => /shop_live_[\w-]{43}/.exec(out)?.[0] ?? ''
  const listOrders = (key: string) =>
    shop.app.inject({ url: '/api/admin/orders', headers: { authorization: `Bearer ${key}` } })

  test('a shop without keys says so', async () => {
    expect(await callShop('key', 'list')).toMatchObject({ code: 0, out: 'No keys yet\n' })
  })

  test('make a key that works, list it without its secret, and end it at once', async () => {
    const { email } = await insertUser(shop.db, { isAdmin: true })
    const made = await create('--scopes', 'orders:read,reports:read', '--days', '30')
    expect([made.code, made.out]).toEqual([0, expect.stringContaining(email)])
    const key = keyIn(made)
    expect((await listOrders(key)).statusCode).toBe(200)

    const { code, out } = await callShop('key', 'list')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^(\d+) {2}Bookkeeping {2}shop_live_.{4}… {2}orders:read,reports:read {2}until \S+ {2}used/,
    )
    expect(out).not.toContain(key)

    const id = out.split(' ')[0] ?? ''
    expect(await callShop('key', 'revoke', id)).toMatchObject({ code: 0, out: `✔ Key ${id} is revoked\n` })
    expect((await listOrders(key)).statusCode).toBe(401)
    expect((await callShop('key', 'list')).out).toContain('revoked')
  })

  test('are in the audit log, done by nobody who was signed in', async () => {
    await insertUser(shop.db, { isAdmin: true })
    await create('--scopes', 'orders:read')
    const id = (await callShop('key', 'list')).out.split(' ')[0] ?? ''
    await callShop('key', 'revoke', id)
    const entries = await AuditEntry.query(shop.db).where({ subject: 'api_key' }).orderBy('id')
    expect(entries).toMatchObject([
      { actorId: null, action: 'created', subjectLabel: 'Bookkeeping' },
      { actorId: null, action: 'updated', subjectLabel: 'Bookkeeping' },
    ])
  })

  test('need an admin who answers for the key, the one that is named', async () => {
    expect(await create('--scopes', 'orders:read')).toMatchObject({ code: 1, out: '' })
    await insertUser(shop.db, { isAdmin: true })
    const { id: keeperId, email } = await insertUser(shop.db, { isAdmin: true })
    expect((await create('--scopes', 'orders:read', '--keeper', email.toUpperCase())).code).toBe(0)
    expect(await shop.db('api_keys')).toMatchObject([{ keeperId, makerId: null, dailyRefunds: 0 }])
    const { email: customer } = await insertUser(shop.db)
    expect((await create('--scopes', 'orders:read', '--keeper', customer)).code).toBe(1)
  })

  test.each([
    ['no scope', ['key', 'create', 'Bookkeeping']],
    ['an unknown scope', ['key', 'create', 'Bookkeeping', '--scopes', 'everything']],
    ['an address that is none', ['key', 'create', 'B', '--scopes', 'orders:read', '--addresses', 'here']],
    ['more days than there may be', ['key', 'create', 'B', '--scopes', 'orders:read', '--days', '9999']],
    ['a name in place of an id', ['key', 'revoke', 'Bookkeeping']],
  ])('%s is wrong use', async (_what, args) => {
    await insertUser(shop.db, { isAdmin: true })
    expect((await callShop(...args)).code).toBe(2)
    expect(await shop.db('api_keys')).toEqual([])
  })

  test('an unknown key is refused', async () => {
    expect(await callShop('key', 'revoke', '999')).toMatchObject({ code: 1, out: '' })
  })
})
