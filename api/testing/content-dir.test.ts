/** A process reads the content folder from CONTENT_DIR, and needs nothing of the site beside it. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brand } from '#api/content/content.ts'
import { DEFAULT_CONTENT_DIR } from '#api/content/read-content.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { ApiProcess } from './api-process.ts'
import { openTestApp, TEST_CREDENTIALS } from './test-app.ts'

/** Used only for its database. */
const shop = openTestApp()
const dir = await mkdtemp(join(tmpdir(), 'api-alone-'))
const contentDir = join(dir, 'content')
let server: ApiProcess

beforeAll(async () => {
  for (const part of ['api', 'db', 'package.json'])
    await cp(join(ROOT, part), join(dir, part), { recursive: true })
  await cp(join(ROOT, DEFAULT_CONTENT_DIR), contentDir, { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  server = await ApiProcess.create({
    args: [join(dir, 'api', 'server.ts')],
    databaseUrl: shop.dbUrl,
    credentials: TEST_CREDENTIALS,
    sessionSecret: 'a-secret-of-these-tests-alone-0123456789',
    variables: { NODE_ENV: 'development', LOG_LEVEL: 'silent', CONTENT_DIR: contentDir },
  })
})
afterEach(() => server.kill())
afterAll(() => rm(dir, { recursive: true }))

test('the API starts without the site’s folder and speaks for the company of its content folder', async () => {
  await server.start()
  const response = await fetch(`${server.url}/api/openapi.json`)
  expect(await response.json()).toMatchObject({ info: { title: `${brand.name} API` } })
})

test('a process whose content folder has faults ends, and names each with file and line', async () => {
  const file = join(contentDir, 'brand.yaml')
  const lines = (await readFile(file, 'utf8')).split('\n')
  const index = lines.findIndex((line) => line.startsWith('phone:'))
  await writeFile(file, lines.with(index, 'phone: none').join('\n'))
  await expect(server.start()).rejects.toThrow(`${file}:${index + 1}: phone must be international`)
  expect(server.exitCode).toBe(1)
  // No stack trace, because a person reads this at a terminal.
  expect(server.output).not.toMatch(/^\s+at /m)
})
