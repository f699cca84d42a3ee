import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { constants, crc32, createDeflate, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminPackage, UploadedPicture } from '#api/contract/catalogue/packages.ts'
import { LARGEST_UPLOAD_BYTES } from '#api/rules/order-work/uploads.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { createWorkerHandlers } from '#api/worker-handlers.ts'
import { openObjectFolder } from '#db/backup/objects.ts'
import { Picture } from '#db/models/catalogue/picture.ts'
import type { User } from '#db/models/people/user.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'
import { removeUnusedPictures } from './picture.ts'

const shop = openTestApp({ hasProcessRole: true })

beforeEach(async () => {
  for (const folder of ['pictures', 'uploads'])
    await rm(join(shop.env.dataDir, folder), { recursive: true, force: true })
})

const NOT_A_PICTURE = 'This file is not a JPEG, PNG, WebP or AVIF picture. Please choose another one.'
const DAMAGED = 'The picture is damaged or incomplete. Please save it again and upload that.'
const TOO_MANY_PIXELS = 'The picture has more than 50 million pixels. Please make it smaller first.'
const TOO_SMALL = 'The picture is too small: it needs at least 1280 × 800 pixels.'
const HEIC = 'Browsers cannot show HEIC pictures. Please save it as a JPEG and upload that.'

const signIn = async (fields: Partial<User> = { isAdmin: true }) =>
  openSession(shop, (await insertUser(shop.db, fields)).id)

function upload(browser: Visitor, file: Buffer, headers = {}) {
  return browser.call('POST', '/api/admin/pictures', file, {
    'content-type': 'application/octet-stream',
    ...headers,
  })
}

const publish = () => shop.jobs.drain(createWorkerHandlers(shop))

async function uploadAndProcess(file: Buffer): Promise<UploadedPicture> {
  const admin = await signIn()
  const response = await upload(admin, file)
  expect(response.statusCode, response.body).toBe(202)
  const { id, state } = response.json<UploadedPicture>()
  expect(state).toBe('waiting')
  await publish()
  return (await admin.get(`/api/admin/pictures/${id}`)).json()
}

async function expectRefused(file: Buffer, reason: string): Promise<void> {
  expect(await uploadAndProcess(file)).toMatchObject({ state: 'refused', imageUrl: null, refusal: reason })
  expect(await listFolder('uploads')).toEqual([])
  expect(await listFolder('pictures')).toEqual([])
}

const listFolder = (name: string) => readdir(join(shop.env.dataDir, name)).catch(() => [] as string[])

/** A plain picture, different for each seed: encoding it as AVIF is four times as fast as a photo. */
const draw = ({ width = 1280, height = 800, seed = 1 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: { r: 40 * seed, g: 90, b: 160 } } })
const half = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))

/** First bytes of an ISO media file, such as HEIC or MP4. */
function isoMedia(brand: string): Buffer {
  const box = Buffer.alloc(24)
  box.writeUInt32BE(24, 0)
  box.write(`ftyp${brand}\0\0\0\0${brand}isom`, 4, 'latin1')
  return Buffer.concat([box, Buffer.alloc(2_000, 7)])
}

/** A white PNG with one bit per pixel: a few hundred KB that would take gigabytes to decode. */
async function makeBomb(side: number): Promise<Buffer> {
  const row = Buffer.alloc(Math.ceil(side / 8) + 1)
  const rows = Readable.from(
    (function* () {
      for (let each = 0; each < side; each++) yield row
    })(),
  )
  const packed = Buffer.concat(await rows.pipe(createDeflate({ level: constants.Z_BEST_SPEED })).toArray())
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', packed),
    pngChunk('IEND'),
  ])
}

function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

const SCRIPT = '<script>alert(1)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800">${SCRIPT}</svg>`

type Make = () => Promise<Buffer> | Buffer
const jpeg = () => draw().jpeg().toBuffer()

describe('a file that is no picture for the shop is refused, and says why:', () => {
  test.each<[what: string, make: Make]>([
    ['an SVG with a script', () => Buffer.from(SVG)],
    ['an SVG behind the declaration of XML', () => Buffer.from(`<?xml version="1.0"?>\n${SVG}`)],
    ['a page of HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF that is a script, too', () => Buffer.from('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)//')],
    ['a real GIF', () => draw().gif().toBuffer()],
    ['a TIFF', () => draw().tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')],
    ['a ZIP', () => Buffer.from('PK\x03\x04\x14\x00\x00\x00\x08\x00', 'latin1')],
    ['what gzip packed', () => gzipSync('nothing')],
    ['a program', () => Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ['a film', () => isoMedia('mp42')],
    ['nothing at all', () => Buffer.alloc(0)],
  ])('%s is none', async (_what, make) => {
    await expectRefused(await make(), NOT_A_PICTURE)
  })

  test.each<[what: string, make: Make]>([
    ['the first bytes of a JPEG before a script', () => Buffer.from(`\xff\xd8\xff/*${SCRIPT}*/`, 'latin1')],
    [
      'a PNG whose type is written over that of a WebP',
      async () => Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), await draw().png().toBuffer()]),
    ],
    ['half a JPEG', async () => half(await jpeg())],
    ['half a PNG', async () => half(await draw().png().toBuffer())],
    ['half a WebP', async () => half(await draw().webp().toBuffer())],
    ['half an AVIF', async () => half(await draw().avif({ effort: 0 }).toBuffer())],
  ])('%s is damaged', async (_what, make) => {
    await expectRefused(await make(), DAMAGED)
  })

  test.each<[what: string, make: Make, reason: string]>([
    ['a HEIC picture', () => isoMedia('heic'), HEIC],
    ['a PNG of 50,000 × 50,000 pixels', () => makeBomb(50_000), TOO_MANY_PIXELS],
    ['a picture of one pixel', () => draw({ width: 1, height: 1 }).png().toBuffer(), TOO_SMALL],
    ['a picture that is one pixel too low', () => draw({ height: 799 }).png().toBuffer(), TOO_SMALL],
  ])('%s', async (_what, make, reason) => {
    await expectRefused(await make(), reason)
  })
})

test('what stands out is cut out of a picture of another shape, without scaling it up or squeezing it', async () => {
  // A tall grey picture with a checked square of 400 pixels at the bottom.
  const cell = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#fff"/>' +
      Array.from({ length: 32 }, (_, n) => {
        const [x, y] = [(n % 4) * 100 + (Math.floor(n / 4) % 2) * 50, Math.floor(n / 4) * 50]
        return `<rect x="${x}" y="${y}" width="50" height="50" fill="#e01010"/>`
      }).join('') +
      '</svg>',
  )
  const tall = await sharp({ create: { width: 1280, height: 2400, channels: 3, background: '#777' } })
    .composite([{ input: cell, left: 440, top: 1900 }])
    .png()
    .toBuffer()
  const { imageUrl } = await uploadAndProcess(tall)
  const file = await fetchFile(imageUrl ?? '')
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1280, 800])
  const isRed = (at: number) =>
    (data[at * info.channels] ?? 0) > 180 && (data[at * info.channels + 1] ?? 0) < 90
  const red = Array.from({ length: info.width * info.height }, (_, at) => at).filter(isRed)
  const columns = red.map((at) => at % info.width)
  const rows = red.map((at) => Math.floor(at / info.width))
  const extent = (all: number[]) =>
    all.reduce((most, one) => Math.max(most, one), 0) -
    all.reduce((least, one) => Math.min(least, one), Number.MAX_SAFE_INTEGER)
  // The whole square is there, in its original size.
  for (const side of [extent(columns), extent(rows)]) expect(Math.abs(side - 400)).toBeLessThan(8)
})

test.each<[what: string, make: () => Promise<Buffer>]>([
  ['a JPEG in the colours of a printer (CMYK)', () => draw().toColourspace('cmyk').jpeg().toBuffer()],
  ['a PNG of 16 bits', () => draw().toColourspace('rgb16').png().toBuffer()],
  ['a grey PNG', () => draw().greyscale().png().toBuffer()],
  ['a see-through PNG', () => draw().ensureAlpha(0.5).png().toBuffer()],
  ['an AVIF', () => draw().avif({ effort: 0 }).toBuffer()],
  ['a WebP that moves, by its first frame', makeMoving],
  [
    'a JPEG behind which a script is hidden',
    async () => Buffer.concat([await draw().jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]),
  ],
  ['a JPEG with a huge colour profile', async () => withSegments(await draw().jpeg().toBuffer(), 0xe2, 40)],
])('an unusual picture is accepted as what every browser shows: %s', async (_what, make) => {
  const { state, imageUrl, refusal } = await uploadAndProcess(await make())
  expect([state, refusal]).toEqual(['ready', null])
  const file = await fetchFile(imageUrl ?? '')
  const { format, width, height, depth, space, pages = 1 } = await sharp(file).metadata()
  expect({ format, width, height, depth, space, pages }).toEqual({
    format: 'webp',
    width: 1280,
    height: 800,
    depth: 'uchar',
    space: 'srgb',
    pages: 1,
  })
  expect(file.includes('<script>')).toBe(false)
})

test('a picture comes in four widths as AVIF and as WebP, and as a JPEG to be shared, for good', async () => {
  const { imageUrl } = await uploadAndProcess(await draw().jpeg().toBuffer())
  const hash = /^\/pictures\/([0-9a-f]{32})-1280\.webp$/.exec(imageUrl ?? '')?.[1]
  const names = [320, 640, 960, 1280].flatMap((width) => [`${hash}-${width}.avif`, `${hash}-${width}.webp`])
  expect((await listFolder('pictures')).sort()).toEqual([...names, `${hash}-shared.jpg`].sort())
  for (const name of names) {
    const response = await new Visitor(shop).get(`/pictures/${name}`)
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': `image/${name.split('.')[1]}`,
      'x-content-type-options': 'nosniff',
    })
    expect((await sharp(response.rawPayload).metadata()).width, name).toBe(Number(/-(\d+)\./.exec(name)?.[1]))
  }
  const shared = await sharp(await fetchFile(`/pictures/${hash}-shared.jpg`)).metadata()
  expect(shared).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})

test('what a camera wrote into the picture is gone: the place above all', async () => {
  const taken = await draw()
    .withExif({
      IFD0: { Artist: 'Ada Lovelace' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer()
  expect((await sharp(taken).metadata()).exif).toBeDefined()
  const { imageUrl } = await uploadAndProcess(taken)
  expect(imageUrl).not.toBeNull()
  for (const name of await listFolder('pictures')) {
    const file = await readFile(join(shop.env.dataDir, 'pictures', name))
    const { exif, icc, xmp, iptc } = await sharp(file).metadata()
    expect({ exif, icc, xmp, iptc }, name).toEqual({})
    expect(file.includes('Ada Lovelace'), name).toBe(false)
  }
})

test('a picture that the camera turned is cut as it is seen', async () => {
  // The left half is red after the rotation.
  const red = { create: { width: 640, height: 800, channels: 3, background: 'red' } } as const
  const upright = sharp({ create: { width: 1280, height: 800, channels: 3, background: 'blue' } }).composite([
    { input: await sharp(red).png().toBuffer(), left: 0, top: 0 },
  ])
  const turned = await sharp(await upright.png().toBuffer())
    .rotate(-90)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { imageUrl } = await uploadAndProcess(turned)
  const file = await fetchFile(imageUrl ?? '')
  const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)].map((value) => value > 128)).toEqual([true, false, false])
})

test('two uploads of one picture are one file, however it was saved', async () => {
  const first = await uploadAndProcess(await draw().png().toBuffer())
  const second = await uploadAndProcess(
    await draw()
      .withExif({ IFD0: { Artist: 'Ada' } })
      .png()
      .toBuffer(),
  )
  const other = await uploadAndProcess(await draw({ seed: 2 }).png().toBuffer())
  expect(second.imageUrl).toBe(first.imageUrl)
  expect(other.imageUrl).not.toBe(first.imageUrl)
  expect(await listFolder('pictures')).toHaveLength(18)
})

test('a job that is done twice changes nothing', async () => {
  const { id } = await uploadAndProcess(await draw().png().toBuffer())
  const before = await Picture.query(shop.db).findById(id)
  await createWorkerHandlers(shop)['process-picture']({ pictureId: id })
  expect(await Picture.query(shop.db).findById(id)).toEqual(before)
})

describe('uploading', () => {
  test('is for admins alone, from the shop itself', async () => {
    const file = await draw().png().toBuffer()
    const customer = await signIn({})
    const staff = await signIn({ isStaff: true })
    const admin = await signIn()
    expect((await upload(new Visitor(shop), file)).statusCode).toBe(401)
    expect((await upload(customer, file)).statusCode).toBe(403)
    expect((await upload(staff, file)).statusCode).toBe(403)
    expect((await upload(admin, file, { origin: 'https://evil.example' })).json()).toMatchObject({
      code: 'bad_origin',
    })
    expect(await listFolder('uploads')).toEqual([])
    expect((await upload(admin, file)).statusCode).toBe(202)
  })

  test('takes no more than 8 MB, whether the size is said or not, and keeps nothing of it', async () => {
    const admin = await signIn()
    const said = await upload(admin, Buffer.alloc(LARGEST_UPLOAD_BYTES + 1))
    expect(said.statusCode).toBe(413)
    expect(said.json().message).toBe('The picture is larger than 8 MB. Please make it smaller first.')
    // A client that sends no size is cut off at the limit.
    const unsaid = shop.app.inject({
      method: 'POST',
      url: '/api/admin/pictures',
      headers: { 'content-type': 'application/octet-stream', origin: shop.env.publicOrigin },
      cookies: Object.fromEntries(admin.cookies),
      payload: Readable.from([Buffer.alloc(LARGEST_UPLOAD_BYTES), Buffer.alloc(1)]),
    })
    await expect(unsaid).rejects.toThrow('aborted')
    await expect.poll(() => listFolder('uploads')).toEqual([])
    expect((await upload(admin, Buffer.alloc(LARGEST_UPLOAD_BYTES))).statusCode).toBe(202)
  })

  test('names the file itself: no path leads out of the folder', async () => {
    const admin = await signIn()
    const headers = { 'content-disposition': 'attachment; filename="../../../etc/cron.d/x.png"' }
    expect((await upload(admin, await draw().png().toBuffer(), headers)).statusCode).toBe(202)
    expect(await listFolder('uploads')).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    for (const path of ['/pictures/..%2Fuploads%2Fx', '/pictures/.hidden', '/pictures/x.png', '/pictures/']) {
      expect((await new Visitor(shop).get(path)).statusCode, path).toBe(404)
    }
  })
})

describe('a package', () => {
  const change = (admin: Visitor, id: number, body: object) => admin.put(`/api/admin/packages/${id}`, body)

  test('shows an uploaded picture with its text, and takes no other one', async () => {
    const admin = await signIn()
    const { id } = await insertPackage(shop.db)
    const { imageUrl } = await uploadAndProcess(await draw().png().toBuffer())
    const missing = `/pictures/${'0'.repeat(32)}-1280.webp`
    for (const [body, path] of [
      [{ imageUrl, imageAlt: ' ' }, 'imageAlt'],
      [{ imageUrl }, 'imageAlt'],
      [{ imageUrl: missing, imageAlt: 'A team' }, 'imageUrl'],
      [{ imageUrl: '/pictures/../uploads/x', imageAlt: 'A team' }, 'imageUrl'],
    ] as const) {
      const response = await change(admin, id, body)
      expect(response.json(), JSON.stringify(body)).toMatchObject({
        code: 'invalid_input',
        issues: [{ path }],
      })
    }
    const saved = await change(admin, id, { imageUrl, imageAlt: 'A team at a table' })
    expect(saved.json<AdminPackage>()).toMatchObject({ imageUrl, imageAlt: 'A team at a table' })
    const [shown] = (await new Visitor(shop).get('/api/packages')).json()
    expect(shown).toMatchObject({ imageUrl, imageAlt: 'A team at a table' })
    // Other changes keep picture and description. A new picture drops the old description.
    expect((await change(admin, id, { price: 9 })).json()).toMatchObject({ imageAlt: 'A team at a table' })
    const own = { imageUrl: '/illustrations/wordpress.svg' }
    expect((await change(admin, id, own)).json()).toMatchObject({ ...own, imageAlt: '' })
  })

  test('without a picture of its own has that of its category, text and all', async () => {
    const admin = await signIn()
    const { imageUrl } = await uploadAndProcess(await draw().png().toBuffer())
    const category = { name: 'Training', description: 'Courses.', imageUrl, imageAlt: 'A room' }
    expect((await admin.post('/api/admin/categories', { ...category, imageAlt: '' })).statusCode).toBe(400)
    expect((await admin.post('/api/admin/categories', category)).statusCode).toBe(201)
    const body = { name: 'Course', description: 'A course.', price: 99, category: 'Training' }
    const made = (await admin.post('/api/admin/packages', body)).json<AdminPackage>()
    expect(made).toMatchObject({ imageUrl, imageAlt: 'A room' })
  })
})

test('a picture that nothing has shown for 30 days is removed with its files, one that is shown stays', async () => {
  const shown = await uploadAndProcess(await draw().png().toBuffer())
  const twice = await uploadAndProcess(await draw({ seed: 2 }).png().toBuffer())
  await uploadAndProcess(await draw({ seed: 2 }).png().toBuffer())
  await uploadAndProcess(await draw({ seed: 3 }).png().toBuffer())
  const admin = await signIn()
  const { id } = await insertPackage(shop.db)
  await admin.put(`/api/admin/packages/${id}`, { imageUrl: shown.imageUrl, imageAlt: 'A team' })
  await shop.db.raw(`UPDATE pictures SET used_at = now() - interval '29 days'`)
  await removeUnusedPictures(shop.db, openObjectFolder(shop.env.dataDir))
  expect(await listFolder('pictures')).toHaveLength(27)
  await shop.db.raw(`UPDATE pictures SET used_at = now() - interval '31 days' WHERE id >= ?`, [twice.id])
  await shop.db.raw(`UPDATE pictures SET used_at = now() WHERE id = ?`, [twice.id])
  await shop.db.raw(`UPDATE pictures SET used_at = now() - interval '31 days' WHERE id = ?`, [shown.id])
  await removeUnusedPictures(shop.db, openObjectFolder(shop.env.dataDir))
  expect(await Picture.query(shop.db).orderBy('id').select('id')).toEqual([
    { id: shown.id },
    { id: twice.id },
  ])
  expect(await listFolder('pictures')).toHaveLength(18)
})

test('a picture that a package has shown goes 30 days after it was last shown', async () => {
  const { imageUrl } = await uploadAndProcess(await draw().png().toBuffer())
  const admin = await signIn()
  const { id } = await insertPackage(shop.db)
  await admin.put(`/api/admin/packages/${id}`, { imageUrl, imageAlt: 'A team' })
  await admin.put(`/api/admin/packages/${id}`, { imageUrl: '/illustrations/wordpress.svg' })
  await shop.db.raw(`UPDATE pictures SET used_at = now() - interval '31 days'`)
  await removeUnusedPictures(shop.db, openObjectFolder(shop.env.dataDir))
  expect(await Picture.query(shop.db)).toEqual([])
  expect(await listFolder('pictures')).toEqual([])
})

async function makeMoving(): Promise<Buffer> {
  const frames = await Promise.all([1, 2].map((seed) => draw({ seed }).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

/** Inserts segments of 60 KB after the start of a JPEG. */
function withSegments(jpeg: Buffer, marker: number, count: number): Buffer {
  const length = 60_000
  const segments = Array.from({ length: count }, (_, index) => {
    const segment = Buffer.alloc(length + 2, 1)
    segment.writeUInt16BE(0xff00 + marker, 0)
    segment.writeUInt16BE(length, 2)
    segment.write('ICC_PROFILE\0', 4, 'latin1')
    segment[16] = index + 1
    segment[17] = count
    return segment
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

async function fetchFile(path: string): Promise<Buffer> {
  const response = await new Visitor(shop).get(path)
  expect(response.statusCode, path).toBe(200)
  return response.rawPayload
}
