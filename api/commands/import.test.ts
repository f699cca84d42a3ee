import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'
import { openTestDb } from '#db/testing/test-db.ts'
import { command } from './import.ts'

const testDb = openTestDb()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** @returns the exit code and the output */
async function run(positionals: string[], values = {}): Promise<[number | undefined, string]> {
  const said: string[] = []
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  vi.stubEnv('DATABASE_OWNER_URL', testDb.url)
  try {
    return [await command.run({ positionals, values }), said.join('')]
  } finally {
    output.mockRestore()
    vi.unstubAllEnvs()
  }
}

test('a file is checked, and imported with --apply; who was imported hears from nobody, which the command says', async () => {
  const path = join(folder, 'old.csv')
  await writeFile(path, 'first_name,last_name,email\nGrace,Holm,grace@holm.example\nA,Short,no-mail\n')
  const [code, said] = await run([path])
  expect(code).toBe(1)
  expect(said).toContain('✘ Row 3, email ‘no-mail’: Please enter a valid email address\n')
  expect(said).toContain('✔ 1 would be imported, 0 there already, 1 left out\n  Nothing was written.')
  expect(said).not.toContain('Forgot password?')
  expect(await User.query(testDb.db).resultSize()).toBe(0)

  const [, imported] = await run([path], { apply: true })
  expect(imported).toContain('✔ 1 imported, 0 there already')
  expect(imported).toContain(
    'Nobody was mailed. A customer gets a link to choose a password by ‘Forgot password?’',
  )
  const [, again] = await run([path], { apply: true })
  expect(again).toContain('✔ 0 imported, 1 there already')
  expect(again).not.toContain('Forgot password?')
  expect(await AuditEntry.query(testDb.db)).toMatchObject([
    { actorId: null, subject: 'import', action: 'created' },
    { actorId: null, subject: 'import', action: 'created' },
  ])
})

test('a file that cannot be imported is refused with a readable text', async () => {
  await expect(run([])).rejects.toThrow('one file')
  await expect(run(['a.csv', 'b.csv'])).rejects.toThrow('one file')
  await expect(run([join(folder, 'none.csv')])).rejects.toThrow('There is no file')
})
