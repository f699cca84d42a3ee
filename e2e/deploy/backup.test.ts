import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seedRules } from '#api/demo/seed-rules.ts'
import { eraseUser } from '#api/operations/privacy/erasure.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import { openObjects } from '#api/platform/storage/open.ts'
import { ApiProcess } from '#api/testing/api-process.ts'
import { openS3Server } from '#api/testing/s3-server.ts'
import { openActor } from '#api/testing/sessions.ts'
import { createDb } from '#db/connection/connection.ts'
import { erasureLogOf } from '#db/erasure/erasure-log.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { OperationMark } from '#db/models/platform/operation-mark.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { seedDemo } from '#db/seeds/demo.ts'
import { insertPackage, insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { ensurePostgres, type OwnPostgres, startOwnPostgres } from '#e2e/servers/own-postgres.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'

const s3 = await openS3Server()
let binaries = ''
let own: OwnPostgres
let dir = ''
let file = ''
/** URL of a database with the data of the demo, and a mail that waits to be sent. */
let source = ''
/** Contents of the database in the backup. */
let before: Record<string, string> = {}

beforeAll(async () => {
  binaries = ensurePostgres()
  own = await startOwnPostgres(binaries)
  dir = await mkdtemp(join(tmpdir(), 'shop-backup-'))
  file = join(dir, 'shop.dump')
  source = await createDatabase(own.urlOf('postgres'), 'shop')
  expect(await runScript('migrate', [], twoRoles(source))).toMatchObject({ code: 0 })
  const db = createDb(source, { poolMax: 2 })
  await seedDemo(db, seedRules)
  const jobs = new Jobs({ databaseUrl: source, isWorking: false })
  await db.transaction((trx) =>
    queueMail(jobs, trx, 'password_reset', { email: DEMO_ACCOUNTS.customer.email }),
  )
  await jobs.close()
  await db.destroy()
})
afterAll(async () => {
  await own?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const db = createDb(serverUrl, { poolMax: 1 })
  await db.raw(`CREATE DATABASE ${name}`)
  await db.destroy()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The scripts' variables in production: one URL for the database's owner, one for the processes, whose role owns nothing. */
function twoRoles(ownerUrl: string): { DATABASE_OWNER_URL: string; DATABASE_URL: string } {
  const processUrl = new URL(ownerUrl)
  processUrl.username = 'shop_process'
  processUrl.password = 'a password?'
  return { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: processUrl.href }
}

interface Ended {
  code: number
  output: string
}

function runScript(
  name: 'backup' | 'migrate' | 'restore' | 'files move',
  args: string[],
  env: Record<string, string>,
): Promise<Ended> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['api/shop.ts', ...name.split(' '), ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, PG_BIN: binaries, DATA_DIR: join(dir, 'none'), ...env } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    )
  })
}

/** @returns the number and checksum of every table's rows, and the state of every sequence */
async function readContents(databaseUrl: string): Promise<Record<string, string>> {
  const db = createDb(databaseUrl, { poolMax: 1 })
  await db.raw(`SET TIME ZONE 'UTC'`)
  const { rows } = await db.raw<{ rows: { name: string; relkind: string }[] }>(
    `SELECT format('%I.%I', nspname, relname) AS name, relkind FROM pg_class
     JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p', 'S') AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`,
  )
  const contents: Record<string, string> = {}
  for (const { name, relkind } of rows) {
    const { rows: read } = await db.raw<{ rows: { contents: string }[] }>(
      relkind === 'S'
        ? `SELECT format('%s %s', last_value, is_called) AS contents FROM ${name}`
        : `SELECT format('%s %s', count(*), md5(string_agg(t::text, E'\\n' ORDER BY t::text))) AS contents FROM ${name} t`,
    )
    contents[name] = read[0]?.contents ?? ''
  }
  await db.destroy()
  return contents
}

test('a backup restored into an empty database, of a newer PostgreSQL too, has every row and every sequence', async () => {
  before = await readContents(source)
  expect(before['public.orders']).toMatch(/^[1-9]/)
  expect(before['jobs.job']).toMatch(/^[1-9]/)
  expect(await runScript('backup', [file], twoRoles(source))).toMatchObject({
    code: 0,
    output: expect.stringContaining(file),
  })
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect(await readdir(dir)).not.toContain('shop.dump.partial')
  const db = createDb(source, { poolMax: 1 })
  const { size: bytes } = await stat(file)
  expect(await OperationMark.query(db).findById('backup')).toMatchObject({
    details: { file: 'shop.dump', bytes },
  })
  await db.destroy()
  for (const server of [own.urlOf('postgres'), inject('postgresUrl')]) {
    const target = await createDatabase(server, 'restored')
    expect(await runScript('restore', [file, '--no-erasures'], twoRoles(target))).toMatchObject({ code: 0 })
    expect(await readContents(target)).toEqual(before)
  }
})

test('the API starts on the restored database, of which it owns nothing, serves it and does the waiting jobs', async () => {
  const dataDir = join(dir, 'data')
  const api = await ApiProcess.create({
    args: SERVE_ARGS,
    databaseUrl: twoRoles(own.urlOf('restored')).DATABASE_URL,
    providerUrl: 'http://127.0.0.1:9',
    credentials: { keyId: 'rzp_test_key', keySecret: 'secret', webhookSecret: 'webhook-secret-0123' },
    sessionSecret: 'a-secret-of-these-tests-alone-0123456789',
    variables: { DATA_DIR: dataDir, SHEDDING: 'off' },
  })
  await api.start()
  try {
    expect((await fetch(`${api.url}/api/readyz`)).status).toBe(200)
    const packages = (await (await fetch(`${api.url}/api/packages`)).json()) as unknown[]
    expect(packages.length).toBeGreaterThan(5)
    const signedIn = await fetch(`${api.url}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify(DEMO_ACCOUNTS.customer),
      headers: { 'content-type': 'application/json' },
    })
    expect(signedIn.status).toBe(200)
    const countMails = async () => (await readdir(join(dataDir, 'mail')).catch(() => [])).length
    await expect.poll(countMails, { timeout: 20_000 }).toBe(1)
  } finally {
    expect(await api.terminate()).toBe(0)
  }
})

test('a database that is not empty is not overwritten unless told so', async () => {
  const target = await createDatabase(own.urlOf('postgres'), 'taken')
  const db = createDb(target, { poolMax: 1 })
  await db.raw('CREATE TABLE precious (id integer); INSERT INTO precious VALUES (1)')
  const refused = await runScript('restore', [file], { DATABASE_URL: target })
  expect(refused).toEqual({ code: 1, output: '✘ The database has 1 tables. With --replace they go first.\n' })
  expect(Object.keys(await readContents(target))).toEqual(['public.precious'])

  const nonsense = join(dir, 'nonsense.dump')
  await writeFile(nonsense, 'no backup')
  const unreadable = await runScript('restore', [nonsense, '--replace'], { DATABASE_URL: target })
  expect(unreadable.code).toBe(1)
  expect(Object.keys(await readContents(target))).toEqual(['public.precious'])

  const forgetful = await runScript('restore', [file, '--replace'], { DATABASE_URL: target })
  expect([forgetful.code, forgetful.output]).toEqual([1, expect.stringContaining('--no-erasures')])
  expect(Object.keys(await readContents(target))).toEqual(['public.precious'])

  const args = [file, '--replace', '--no-erasures']
  expect(await runScript('restore', args, { DATABASE_URL: target })).toMatchObject({ code: 0 })
  expect(await readContents(target)).toEqual(before)
  await db.destroy()
})

test('uploaded pictures and files of orders are beside the backup, each copied once, and are put back where they are missing', async () => {
  const lost = join(dir, 'lost')
  const pictures = join(lost, 'pictures')
  const picture = `${'a'.repeat(32)}-640.webp`
  await mkdir(pictures, { recursive: true })
  await writeFile(join(pictures, picture), 'pixels')
  await writeFile(join(pictures, '.half'), 'half')
  const file = '0190163d-8694-739b-aea5-966c26f8ad91'
  await mkdir(join(lost, 'files', '.uploads'), { recursive: true })
  await writeFile(join(lost, 'files', file), 'a brief')
  const backedUp = join(dir, 'with-pictures', 'shop.dump')
  const env = { ...twoRoles(source), DATA_DIR: lost }
  const copy = join(dir, 'with-pictures', 'files', file)
  for (const copied of [2, 0, 1]) {
    expect(await runScript('backup', [backedUp], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Pictures and files copied: ${copied}`),
    })
    expect(await readFile(copy, 'utf8')).toBe('a brief')
    // A truncated copy is made again.
    if (copied === 0) await writeFile(copy, 'a br')
  }
  expect(await readdir(join(dir, 'with-pictures', 'pictures'))).toEqual([picture])
  expect(await readdir(join(dir, 'with-pictures', 'files'))).toEqual([file])

  await rm(lost, { recursive: true })
  await mkdir(join(lost, 'files'), { recursive: true })
  await writeFile(join(lost, 'files', file), 'a br')
  const target = await createDatabase(own.urlOf('postgres'), 'with_pictures')
  expect(
    await runScript('restore', [backedUp, '--no-erasures'], { ...twoRoles(target), DATA_DIR: lost }),
  ).toMatchObject({ code: 0, output: expect.stringContaining('Pictures and files put back: 2') })
  expect(await readFile(join(pictures, picture), 'utf8')).toBe('pixels')
  expect(await readFile(join(lost, 'files', file), 'utf8')).toBe('a brief')
  // nginx runs as another user and must be able to read them.
  expect((await stat(join(pictures, picture))).mode & 0o044).toBe(0o044)
})

test('a bucket is copied beside the backup, each object once, and put back where it lost or changed some', async () => {
  const objects = await openObjects({ dataDir: 'none', fileStore: s3.fileStore })
  const db = createDb(source, { poolMax: 2 })
  const order = await insertPaidOrder(db)
  const { id: uploaderId } = await insertUser(db)
  const row = {
    orderId: order.id,
    uploaderId,
    name: 'a',
    sizeBytes: 7,
    state: 'ready',
    mediaType: 'text/plain',
  } as const
  const [kept, lost, changed, never] = Array.from({ length: 4 }, () => crypto.randomUUID())
  for (const id of [kept, lost, changed, never]) await OrderFile.query(db).insert({ ...row, id: id ?? '' })
  const paths = [
    `files/${kept}`,
    `files/${lost}`,
    `files/${changed}`,
    `files/${lost}.webp`,
    'pictures/a-640.webp',
  ]
  for (const path of paths) await objects.put(path, Buffer.from('a brief'))
  // The record of an unfinished upload.
  await objects.put(`files/${never}.info`, Buffer.from('{}'))
  const backedUp = join(dir, 'of-a-bucket', 'shop.dump')
  const env = { ...twoRoles(source), FILE_STORE: s3.fileStore }
  for (const copied of [5, 0])
    expect(await runScript('backup', [backedUp], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Pictures and files copied: ${copied}`),
    })
  const copies = await readdir(join(dir, 'of-a-bucket', 'files'))
  expect(copies.toSorted()).toEqual([kept, lost, changed, `${lost}.webp`].toSorted())

  for (const path of [`files/${lost}`, `files/${lost}.webp`, 'pictures/a-640.webp'])
    await objects.remove(path)
  await objects.put(`files/${changed}`, Buffer.from('a fraud'))
  const target = await createDatabase(own.urlOf('postgres'), 'of_a_bucket')
  const to = { ...twoRoles(target), FILE_STORE: s3.fileStore }
  const { code, output } = await runScript('restore', [backedUp, '--no-erasures'], to)
  expect([code, output]).toEqual([0, expect.stringContaining('Pictures and files put back: 4')])
  expect(output.match(/The file \S+ is missing/g)).toEqual([`The file ${never} is missing`])
  for (const path of paths)
    expect(await text((await objects.read(path)) ?? Readable.from([]))).toBe('a brief')

  // The database is backed up all the same, but the backup does not count as complete.
  const before = await OperationMark.query(db).findById('backup')
  s3.isRefusing = true
  const away = join(dir, 'away', 'shop.dump')
  expect(await runScript('backup', [away], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('its files could not all be copied'),
  })
  s3.isRefusing = false
  expect((await stat(away)).size).toBeGreaterThan(1_000)
  expect(await OperationMark.query(db).findById('backup')).toEqual(before)
  await db.destroy()
})

test('what lies in DATA_DIR moves into the bucket, and is found there under its path', async () => {
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const dataDir = join(dir, 'moving')
  for (const folder of ['pictures', 'files/.uploads']) await mkdir(join(dataDir, folder), { recursive: true })
  for (const path of ['pictures/a-640.webp', `files/${id}`, `files/.uploads/${other}`])
    await writeFile(join(dataDir, path), path)
  const env = { DATA_DIR: dataDir, FILE_STORE: s3.fileStore }
  expect(await runScript('files move', [], env)).toEqual({
    code: 0,
    output:
      '✔ Pictures and files moved into the bucket: 2\n· Uploads that were not complete and begin anew: 1\n',
  })
  const objects = await openObjects({ dataDir, fileStore: s3.fileStore })
  for (const path of ['pictures/a-640.webp', `files/${id}`])
    expect(await text((await objects.read(path)) ?? Readable.from([]))).toBe(path)
  expect([await readdir(join(dataDir, 'pictures')), await readdir(join(dataDir, 'files'))]).toEqual([
    [],
    ['.uploads'],
  ])
})

/** @returns the names of the tables that contain the text */
async function search(databaseUrl: string, text: string): Promise<string[]> {
  const db = createDb(databaseUrl, { poolMax: 1 })
  const tables = await db('pg_tables').where({ schemaname: 'public' }).pluck('tablename')
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `SELECT FROM ${table} t WHERE t::text ILIKE ? LIMIT 1`,
      [`%${text}%`],
    )
    if (rows.length > 0) found.push(table)
  }
  await db.destroy()
  return found.sort()
}

test('a customer who was erased after the backup is not in the restored database, and nobody else is missing', async () => {
  const db = createDb(source, { poolMax: 2 })
  const fact = 'erased@example.com'
  const user = await insertUser(db, { email: fact, createdAt: new Date('2026-01-01') })
  const pkg = await insertPackage(db)
  await insertPaidOrder(db, { packageId: pkg.id, userId: user.id, status: 'completed', paidAt: new Date() })
  await db('orders')
    .where({ userId: user.id })
    .update({ buyer: { email: fact } })
  const older = join(dir, 'older.dump')
  expect(await runScript('backup', [older], twoRoles(source))).toMatchObject({ code: 0 })

  const dataDir = join(dir, 'erasing')
  const jobs = new Jobs({ databaseUrl: source, isWorking: false })
  await eraseUser({ db, jobs, env: { dataDir } }, user.id, await openActor(db, user.id))
  await jobs.close()
  // The outbox contains the mail that confirms the erasure.
  expect(await search(source, fact)).toEqual(['kept_invoices', 'outbox'])

  const empty = await createDatabase(own.urlOf('postgres'), 'erased_by_log')
  // A line from before an earlier restore, after which the id was given to somebody else. It must erase nobody.
  const log = erasureLogOf(dataDir)
  await appendFile(log, '1 2001-01-01T00:00:00.000Z\n')
  const restored = await runScript('restore', [older, `--erasures=${log}`], twoRoles(empty))
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Customers erased again: 1') })
  expect(await search(empty, fact)).toEqual(['kept_invoices'])
  expect(await search(empty, DEMO_ACCOUNTS.admin.email)).toContain('users')

  const replaced = await runScript('restore', [older, '--replace'], twoRoles(source))
  expect(replaced).toMatchObject({ code: 0, output: expect.stringContaining('Customers erased again: 1') })
  expect(await search(source, fact)).toEqual(['kept_invoices'])
  await db.destroy()
})

test.each([
  ['a database that is away', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' }, 'not reachable'],
  ['no database at all', {}, 'Set DATABASE_URL'],
])('%s is said in one line, and no file is written', async (_what, env: Record<string, string>, text) => {
  const missing = join(dir, 'missing.dump')
  const { code, output } = await runScript('backup', [missing], env)
  expect([code, output.split('\n').length, output]).toEqual([1, 2, expect.stringContaining(text)])
  expect(await readdir(dir)).not.toContain('missing.dump')
})

test('if the backup program is older than the server, the version to install is named', async () => {
  const { code, output } = await runScript('backup', [join(dir, 'missing.dump')], {
    DATABASE_URL: source,
    PG_BIN: join(dir, 'none'),
  })
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^✘ pg_dump of PostgreSQL \d+ or newer is needed, and here is none/),
  ])
})
