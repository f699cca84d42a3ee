/** Parts of the publisher. Whole builds are tested in e2e/deploy/publishing.test.ts. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CatalogueSnapshot } from '#api/contract/catalogue/catalogue.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Category } from '#db/models/catalogue/package.ts'
import { Review } from '#db/models/orders/review.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { OperationMark } from '#db/models/platform/operation-mark.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { listSources } from './build.ts'
import { checkBuild } from './check.ts'
import { runHook } from './hook.ts'
import { Publisher } from './publisher.ts'
import { activateRelease, findCurrentRelease, type Release, removeOldReleases } from './releases.ts'
import { hashItems, listDifferences, readSnapshot } from './snapshot.ts'

const shop = openTestApp()
let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'publishing-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function write(files: Record<string, string>, folder = dir): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

const releaseOf = (id: string, sources = 'code-1'): Release => ({
  id,
  stamp: `of ${id}`,
  sources,
  items: {},
  files: {},
})

async function release(id: string, files: Record<string, string>, sources?: string): Promise<void> {
  const built = join(dir, `building-${id}`)
  await write({ 'client/index.html': id, 'server/entry.mjs': sources ?? 'code-1' }, built)
  await write(files, join(built, 'client'))
  await activateRelease(dir, releaseOf(id, sources), built)
}
const read = (name: string) => readFile(join(dir, name), 'utf8')

describe('a release', () => {
  test('takes the place of the last one, and of a folder that was built before there were releases', async () => {
    await write({ 'client/index.html': 'old', 'server/entry.mjs': 'old' })
    expect(await findCurrentRelease(dir)).toBeUndefined()
    await release('1', {})
    expect(await read('client/index.html')).toBe('1')
    await release('2', {}, 'code-2')
    expect([await read('client/index.html'), await read('server/entry.mjs')]).toEqual(['2', 'code-2'])
    expect(await findCurrentRelease(dir)).toMatchObject({ id: '2' })
  })

  test('brings the scripts of those before along: a page that is open still loads them, for a week', async () => {
    await release('1', { '_astro/a.1.js': 'a1', '_astro/same.js': 'same' })
    await release('2', { '_astro/a.2.js': 'a2', '_astro/same.js': 'same' })
    await release('3', { '_astro/a.3.js': 'a3' })
    expect((await readdir(join(dir, 'client/_astro'))).sort()).toEqual([
      'a.1.js',
      'a.2.js',
      'a.3.js',
      'same.js',
    ])
    const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000)
    await utimes(join(dir, 'client/_astro/a.1.js'), longAgo, longAgo)
    await release('4', {})
    expect((await readdir(join(dir, 'client/_astro'))).sort()).toEqual(['a.2.js', 'a.3.js', 'same.js'])
  })

  test('stays for three more, and what a killed build has left is removed', async () => {
    for (const id of ['1', '2', '3', '4', '5', '6']) await release(id, {})
    await write({ 'building-7/site/client/index.html': 'half' })
    await removeOldReleases(dir)
    expect((await readdir(dir)).filter((name) => name.startsWith('building-'))).toEqual([])
    const left = await readdir(join(dir, 'releases'))
    expect(left.sort()).toEqual(['3', '3.json', '4', '4.json', '5', '5.json', '6', '6.json'])
  })

  test('keeps what draws its pages on demand, which goes with the last release of the same code', async () => {
    const readServers = async () => (await readdir(join(dir, 'servers'))).sort()
    await release('1', {}, 'code-1')
    for (const id of ['2', '3', '4']) await release(id, {}, 'code-2')
    await removeOldReleases(dir)
    expect(await readServers()).toEqual(['code-1', 'code-2'])
    await release('5', {}, 'code-3')
    await removeOldReleases(dir)
    expect(await readServers()).toEqual(['code-2', 'code-3'])
    expect(await read('server/entry.mjs')).toBe('code-3')
  })
})

describe('a build is not shown', () => {
  const SNAPSHOT = { packages: [{ slug: 'one' }, { slug: 'two' }], categories: [], reviews: {} }
  const CARDS = '<a href="/packages/one">One</a><a href="/packages/two">Two</a>'
  const grid = (cards: string) => `<section id="packages"><astro-island>${cards}</astro-island></section>`
  const GOOD = {
    'index.html': `${grid(CARDS)}<a href="/about?from=home#top">About</a><script src="/_astro/a.js"></script>`,
    'about.html': '<a href="/">Home</a><a href="/api/openapi.json">API</a><a href="//else.test/x">Other</a>',
    'packages/one.html': 'One',
    'packages/two.html': 'Two',
    '_astro/a.js': 'a',
  }
  const check = async (changes: Record<string, string>, without: string) => {
    await write({ ...GOOD, ...changes })
    if (without) await rm(join(dir, without))
    return checkBuild(dir, SNAPSHOT as unknown as CatalogueSnapshot)
  }

  test.each<[where: string, changes: Record<string, string>, without: string, faults: string[]]>([
    ['unless it is whole', {}, '', []],
    [
      'where a package has no page',
      {},
      'packages/two.html',
      ['/packages/two is missing', 'index.html leads to /packages/two, which is missing'],
    ],
    [
      'where a link or a script leads nowhere',
      { 'about.html': '<a href="/gone">' },
      '_astro/a.js',
      ['about.html leads to /gone, which is missing', 'index.html leads to /_astro/a.js, which is missing'],
    ],
    [
      'where a package has no card',
      { 'index.html': grid('<a href="/packages/one">One</a>') },
      '',
      ['index.html has no card of two'],
    ],
    [
      'where it has placeholders in the place of packages',
      { 'index.html': grid(`${CARDS}<div data-placeholder></div>`) },
      '',
      ['index.html has placeholders for its packages'],
    ],
  ])('%s', async (_where, changes, without, faults) => {
    expect(await check(changes, without)).toEqual(faults)
  })
  test('but only the first sixty need one', async () => {
    const packages = Array.from({ length: 61 }, (_, nth) => ({ slug: `p-${nth}` }))
    const pages = packages.map(({ slug }) => [`packages/${slug}.html`, ''])
    const cards = (count: number) =>
      grid(
        packages
          .slice(0, count)
          .map(({ slug }) => `<a href="/packages/${slug}">`)
          .join(''),
      )
    await write({ ...Object.fromEntries(pages), '_astro/a.js': '', 'index.html': cards(60) })
    expect(await checkBuild(dir, { packages } as CatalogueSnapshot)).toEqual([])
    await write({ 'index.html': cards(59) })
    expect(await checkBuild(dir, { packages } as CatalogueSnapshot)).toEqual([
      'index.html has no card of p-59',
    ])
  })
})

describe('the hook', () => {
  const run = async (script: string, limits: { endsWithinMs?: number } = {}) => {
    const hook = join(dir, 'my hook; exit 1')
    await writeFile(hook, `#!/bin/sh\n${script}\n`)
    await chmod(hook, 0o755)
    return runHook({ hook, dir: '/the/folder', changed: ['/', '/packages/one'], ...limits })
  }

  test('gets the folder and the addresses that changed, without a shell', async () => {
    await run(`echo "$1" > ${dir}/said; cat "$2" >> ${dir}/said`)
    expect(await read('said')).toBe('/the/folder\n/\n/packages/one\n')
  })
  test('that fails says why', async () => {
    await expect(run('echo "the bucket is gone" >&2; exit 3')).rejects.toThrow(
      'PUBLISH_HOOK ended with 3: the bucket is gone',
    )
  })
  test('that does not end is ended', async () => {
    await expect(run('echo began; exec sleep 60', { endsWithinMs: 500 })).rejects.toThrow(
      'PUBLISH_HOOK took longer than 0.5 seconds: began',
    )
  })
  test('that is not there is named', async () => {
    await expect(runHook({ hook: join(dir, 'none'), dir, changed: [] })).rejects.toThrow(
      /PUBLISH_HOOK could not run: .*ENOENT/,
    )
  })
})

test.each([
  ['a text', (id: number) => shop.db('packages').where({ id }).update({ description: 'New' }), ['One (one)']],
  ['hiding', (id: number) => shop.db('packages').where({ id }).update({ isActive: false }), ['One (one)']],
  [
    'a review',
    (packageId: number) =>
      Review.query(shop.db).insert({ packageId, customerName: 'Ann', rating: 5, comment: 'Good' }),
    ['One (one)'],
  ],
  [
    'the order of categories',
    () => Category.query(shop.db).patch({ position: shop.db.raw('9 - position') }),
    ['category First', 'category Second'],
  ],
])('%s is a change of the pages, told by the name of what changed', async (_, change, expected) => {
  await Category.query(shop.db).delete()
  for (const [position, name] of ['First', 'Second'].entries())
    await Category.query(shop.db).insert({ name, description: name, imageUrl: '/a.svg', position })
  const { id } = await insertPackage(shop.db, { slug: 'one', name: 'One', category: 'First' })
  await insertPackage(shop.db, { slug: 'two', name: 'Two', category: 'First' })
  await insertPackage(shop.db, { slug: 'three', name: 'Three', category: 'Second' })
  const before = hashItems(await readSnapshot(shop.db))
  expect(listDifferences(before, hashItems(await readSnapshot(shop.db)))).toEqual([])
  await change(id)
  expect(listDifferences(before, hashItems(await readSnapshot(shop.db))).sort()).toEqual(expected)
})

test('pages are built again after a change of any file that they import', async () => {
  const sources = new Set(await listSources())
  const outside: string[] = []
  for (const file of sources) {
    if (!/\.(ts|tsx|astro|mjs|js)$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const imports = (await readFile(file, 'utf8')).matchAll(
      /(?:from|import)\s*\(?\s*'(\.[^'?]+|#(?:api|db|site)\/[^'?]+)/g,
    )
    for (const [, path = ''] of imports) {
      const target = path.startsWith('#') ? path.slice(1) : normalize(join(file, '..', path))
      if (!sources.has(target)) outside.push(`${file} imports ${path}`)
    }
  }
  expect(sources.size).toBeGreaterThan(500)
  expect(outside).toEqual([])
})

test('a build that fails is told once by the bell and by mail, with its reason, and Setup says so', async () => {
  const { browser } = await signInAsAdmin(shop)
  await writeFile(join(dir, 'file'), '')
  const publish = () =>
    new Publisher({
      db: shop.db,
      databaseUrl: shop.dbUrl,
      jobs: shop.jobs,
      log: shop.app.log,
      publicOrigin: 'https://shop.test',
      // A path where no folder can be created.
      siteDir: join(dir, 'file', 'site'),
    })
  const findFailure = () => OperationMark.query(shop.db).findById('publish_failed')
  let publisher = publish()
  await expect.poll(findFailure).toMatchObject({ details: { reason: expect.stringContaining('ENOTDIR') } })
  await publisher.close()
  await OperationMark.query(shop.db).deleteById('publish_failed')
  publisher = publish()
  await expect.poll(findFailure).toBeDefined()
  await publisher.close()

  expect(await Notification.query(shop.db)).toMatchObject([
    { kind: 'publish_failed', facts: [{ value: expect.stringContaining('ENOTDIR') }] },
  ])
  expect(await OutboxMessage.query(shop.db).where({ kind: 'notification' })).toHaveLength(1)
  const { lines } = (await browser.get('/api/admin/doctor')).json()
  expect(lines).toContainEqual(
    expect.objectContaining({ name: 'Publishing', state: 'fault', text: expect.stringContaining('ENOTDIR') }),
  )
})

test('a picture whose address cannot be read is named, and its package has that of its category', async () => {
  await Category.query(shop.db).delete()
  await Category.query(shop.db).insert({
    name: 'First',
    description: 'First',
    imageUrl: '/a.svg',
    position: 0,
  })
  await insertPackage(shop.db, { slug: 'one', name: 'One', category: 'First', imageUrl: '/%E0%A4%A' })
  await insertPackage(shop.db, { slug: 'two', name: 'Two', category: 'First', imageUrl: '/two.svg' })
  const faults: string[] = []
  const { packages } = await readSnapshot(shop.db, (fault) => faults.push(fault))
  expect(packages.map(({ imageUrl }) => imageUrl)).toEqual(['/a.svg', '/two.svg'])
  expect(faults).toEqual(['The picture of One (one) cannot be shown: "/%E0%A4%A"'])
})
