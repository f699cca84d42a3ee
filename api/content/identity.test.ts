/** Only the content folder names the company, so that another company needs to change only that folder. */
import { glob, readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'
import { listIdentity } from '#api/testing/identity.ts'
import { DEFAULT_CONTENT_DIR, readContent } from './read-content.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCES = '{api,site,db}/**/*.{ts,tsx,js,mjs,cjs,astro,css,md,svg,html,json,sql,yaml}'
/** Exempt: the folder itself, the test that breaks it, and lists with every state and large city of India. */
const EXEMPT = [
  join(DEFAULT_CONTENT_DIR, sep),
  join('api', 'content', 'read-content.test.ts'),
  join('api', 'rules', 'money', 'indian-'),
]

test('no source file outside the content folder names the company, its people or its places', async () => {
  const identity = listIdentity(readContent(DEFAULT_CONTENT_DIR))
  const naming: string[] = []
  for await (const name of glob(SOURCES, { cwd: ROOT })) {
    if (EXEMPT.some((exempt) => name.startsWith(exempt))) continue
    const text = (await readFile(join(ROOT, name), 'utf8')).toLowerCase()
    for (const fact of identity) if (text.includes(fact.toLowerCase())) naming.push(`${name}: ${fact}`)
  }
  expect(naming).toEqual([])
})
