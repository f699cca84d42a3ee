/** What `npm run shop policies` finds and writes (docs/make-it-yours.md, 4. Policies). */
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findPolicyChanges, writePolicyVersion } from './policy-changes.ts'
import { DEFAULT_CONTENT_DIR, InvalidContent, readContent } from './read-content.ts'

const dir = await mkdtemp(join(tmpdir(), 'policies-'))
beforeEach(async () => {
  await rm(dir, { recursive: true })
  await cp(DEFAULT_CONTENT_DIR, dir, { recursive: true })
})
afterAll(() => rm(dir, { recursive: true }))

const JANUARY = new Date('2030-01-15T12:00:00Z')
const sellInRupees = () =>
  writeFile(join(dir, 'currencies.yaml'), 'default: USD\noffered:\n  - code: INR\n    countries: [IN]\n')
const readHashes = async (slug: string) => {
  const versions = await readFile(join(dir, 'policies/versions.yaml'), 'utf8')
  return (versions.split(`${slug}:\n`)[1] ?? '').split(/^\S/m)[0]
}

test('another currency shows what the policies say otherwise; once written, the shop starts again', async () => {
  expect(findPolicyChanges(dir)).toEqual([])
  await sellInRupees()
  expect(() => readContent(dir)).toThrow(InvalidContent)
  const changes = findPolicyChanges(dir, JANUARY)
  expect(changes.map(({ slug }) => slug)).toEqual(['refund-policy', 'shipping-policy', 'terms-of-service'])
  expect(changes[1]?.lines).toEqual({
    before: [expect.stringMatching(/accepts their card, at the same price\.$/)],
    after: [expect.stringMatching(/accepts their card, at the price that we show for their country\.$/)],
  })
  const earlier = await readHashes('shipping-policy')
  for (const change of changes) writePolicyVersion(dir, change)
  expect(readContent(dir).policies.find(({ slug }) => slug === 'shipping-policy')).toMatchObject({
    lastUpdated: 'Last updated January 15, 2030',
  })
  expect(await readHashes('shipping-policy')).toBe(`${earlier}  2030-01-15: ${changes[1]?.sha256}\n`)
  expect(findPolicyChanges(dir, JANUARY)).toEqual([])

  // Turned off again on the same day: a day has one version.
  await rm(join(dir, 'currencies.yaml'))
  const [back] = findPolicyChanges(dir, JANUARY)
  expect(back).toMatchObject({ slug: 'refund-policy', version: '2030-01-16' })
  expect(back?.lines?.after.join('\n')).toContain('in US dollars')
})

test('a text that was edited is named, without lines', async () => {
  await appendFile(join(dir, 'policies/privacy-policy.md'), '\nWe also keep bees.\n')
  expect(findPolicyChanges(dir, JANUARY)).toEqual([
    { slug: 'privacy-policy', version: '2030-01-15', sha256: expect.stringMatching(/^\w{64}$/) },
  ])
})

test('another fault of the folder is told first', async () => {
  await writeFile(join(dir, 'currencies.yaml'), 'default: dollars\n')
  expect(() => findPolicyChanges(dir)).toThrow(InvalidContent)
})
