/** The provider's identity lives in one file: whoever renames the shop changes that file and no other. */
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '../../api/contract/brand.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const HOME = join('api', 'contract', 'brand.ts')
const SOURCES = '{api,site,db}/**/*.{ts,tsx,js,mjs,cjs,astro,css,md,svg,html,json,sql}'

/** What tells one provider from another. */
const IDENTITY = [
  brand.name,
  new URL(brand.externalSite).hostname.replace(/^www\./, ''),
  brand.phone,
  brand.taxNumber,
  ...Object.values(brand.email),
  ...Object.values(brand.social),
  ...brand.registeredAddress.lines,
]

test('no source file but the brand names the provider, its domain, number or addresses', async () => {
  const naming: string[] = []
  for await (const name of glob(SOURCES, { cwd: ROOT })) {
    if (name === HOME) continue
    const text = (await readFile(join(ROOT, name), 'utf8')).toLowerCase()
    for (const fact of IDENTITY) if (text.includes(fact.toLowerCase())) naming.push(`${name}: ${fact}`)
  }
  expect(naming).toEqual([])
})
