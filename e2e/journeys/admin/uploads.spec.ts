/** Uploading a picture: cut out, described, saved, and on the card and the page. In a shop of its own. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { processPicture } from '../../../api/features/pictures/process.ts'
import { openObjectFolder } from '../../../db/backup/objects.ts'
import { Package } from '../../../db/models/package.ts'
import { Picture } from '../../../db/models/picture.ts'
import { insertPackage } from '../../../db/testing/builders.ts'
import { type OwnShop, openOwnShop } from '../../support/own-shop.ts'
import { DATA_DIR } from '../../support/topology.ts'
import { test as base, expectToast } from '../support/journey.ts'
import { createPerson, signInAs } from '../support/people.ts'

const NAME = 'Photographed Website'
const ALT = 'Two people at a desk'

/** One shop for all tests of this file. */
let opened: Promise<OwnShop> | undefined

async function openShop(): Promise<OwnShop> {
  const shop = await openOwnShop()
  await insertPackage(shop.db, { name: NAME, slug: 'photographed-website' })
  return shop
}

const test = base.extend<{ shop: OwnShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  shop: async ({}, use) => {
    opened ??= openShop()
    await use(await opened)
  },
  baseURL: async ({ shop }, use) => use(shop.origin),
  page: async ({ page, shop }, use) => {
    await signInAs(page, await createPerson(shop.db, { isAdmin: true }))
    await use(page)
  },
})

test.describe.configure({ mode: 'default' })
test.afterAll(async () => (await opened)?.close())

/** Draws a picture whose left half is red and right half blue. */
async function drawPhoto({ width = 2560, height = 2000 } = {}): Promise<Buffer> {
  const red = await sharp({ create: { width: width / 2, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
}

/** Processes the upload as the publisher does, which does not run in the journeys. */
async function processUpload({ db }: OwnShop): Promise<Picture> {
  const waiting = () => Picture.query(db).findOne({ state: 'waiting' })
  await expect.poll(waiting).toBeDefined()
  const { id } = (await waiting()) as Picture
  await processPicture({ db, objects: openObjectFolder(DATA_DIR) }, id)
  return Picture.query(db).findById(id).throwIfNotFound()
}

const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit package' })
const uploader = (page: Page) => page.getByRole('dialog', { name: 'Upload a picture' })
const cutOut = (page: Page) => uploader(page).getByRole('button', { name: 'Cut-out of the picture' })

async function openEditor(page: Page): Promise<void> {
  await page.goto('/admin?tab=packages')
  await page.getByRole('button', { name: `Edit ${NAME}` }).click()
  await editor(page).getByLabel('Price in US dollars').fill('777')
}
const photo = (buffer: Buffer, name = 'photo.jpg') => ({ name, mimeType: 'image/jpeg', buffer })

test('a picture is uploaded, cut out by keys, described and saved, and then on the card and the page', async ({
  page,
  shop,
  browser,
}) => {
  // The test encodes nine files.
  test.slow()
  await openEditor(page)
  await editor(page).getByRole('button', { name: 'Upload a picture' }).click()
  await expect(uploader(page)).toContainText(
    'JPEG, PNG, WebP or AVIF, up to 8 MB, at least 1280 × 800 pixels',
  )
  await uploader(page)
    .getByLabel('Picture file')
    .setInputFiles(photo(await drawPhoto()))
  await expect(uploader(page)).toContainText('Shows 2560 × 1600 of 2560 × 2000 pixels.')

  // Twice the zoom, and at the right edge: only blue.
  await cutOut(page).focus()
  for (let step = 0; step < 9; step++) await page.keyboard.press('+')
  for (let step = 0; step < 9; step++) await page.keyboard.press('Shift+ArrowRight')
  await expect(uploader(page)).toContainText('Shows 1280 × 800 of 2560 × 2000 pixels.')

  await uploader(page).getByRole('button', { name: 'Use Picture' }).click()
  await expect(uploader(page).getByRole('button', { name: 'Preparing...' })).toBeVisible()
  const { hash } = await processUpload(shop)
  await expect(uploader(page)).toBeHidden()

  // Typed fields are kept, and the alternative text is required.
  await expect(editor(page).getByLabel('Price in US dollars')).toHaveValue('777')
  const alt = editor(page).getByLabel('Alternative text')
  await expect(alt).toBeFocused()
  await editor(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(editor(page)).toContainText('Please describe the picture for people who cannot see it')
  await alt.fill(ALT)
  await editor(page).getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Package Updated', NAME)
  expect(await Package.query(shop.db).findOne({ name: NAME })).toMatchObject({
    imageUrl: `/pictures/${hash}-1280.webp`,
    imageAlt: ALT,
    priceCents: 77_700,
  })

  const visitor = await browser.newContext({ baseURL: shop.origin })
  const shopPage = await visitor.newPage()
  await shopPage.goto('/')
  await shopPage.getByRole('searchbox', { name: 'Search packages' }).hover()
  await expectPicture(shopPage.getByRole('article').filter({ hasText: NAME }).getByAltText(ALT))
  await visitor.close()
})

/** Expects that the browser has chosen an AVIF, with the chosen part of the picture. */
async function expectPicture(image: ReturnType<Page['getByAltText']>): Promise<void> {
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).currentSrc))
    .toMatch(/\/pictures\/[0-9a-f]{32}-(320|640)\.avif$/)
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const { data } = await sharp(await image.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, , blue = 0] = data.subarray(data.length / 2)
  expect(blue).toBeGreaterThan(red)
}

test('a picture is dropped on the form, or pasted', async ({ page }) => {
  await openEditor(page)
  const bytes = [...(await drawPhoto())]
  const give = (kind: 'drop' | 'paste') =>
    page.evaluate(
      ([kind, bytes]) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }))
        const settings = { bubbles: true, cancelable: true }
        document.activeElement?.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...settings, dataTransfer: data })
            : new ClipboardEvent('paste', { ...settings, clipboardData: data }),
        )
      },
      [kind, bytes] as const,
    )
  for (const kind of ['drop', 'paste'] as const) {
    await give(kind)
    await expect(cutOut(page)).toBeVisible()
    await uploader(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(uploader(page)).toBeHidden()
  }
  await expect(editor(page).getByLabel('Price in US dollars')).toHaveValue('777')
})

test('why a picture is refused is said where it was chosen, and another one can be', async ({
  page,
  shop,
}) => {
  await openEditor(page)
  await editor(page).getByRole('button', { name: 'Upload a picture' }).click()
  const choose = (buffer: Buffer, name?: string) =>
    uploader(page).getByLabel('Picture file').setInputFiles(photo(buffer, name))
  const refusal = uploader(page).getByRole('alert')
  await choose(await drawPhoto({ width: 800, height: 600 }))
  await expect(refusal).toHaveText('The picture has 800 × 600 pixels. It needs at least 1280 × 800.')
  await choose(Buffer.from('<svg/onload=alert(1)>'), 'photo.jpg')
  await expect(refusal).toContainText('Please choose a JPEG, PNG, WebP or AVIF.')
  await choose(Buffer.alloc(8 * 1024 * 1024 + 1))
  await expect(refusal).toHaveText('The picture has more than 8 MB. Please make it smaller first.')

  // Browsers show a GIF, but the publisher refuses it.
  await choose(
    await sharp(await drawPhoto({ width: 1280, height: 800 }))
      .gif()
      .toBuffer(),
    'photo.gif',
  )
  await expect(refusal).toBeHidden()
  await uploader(page).getByRole('button', { name: 'Use Picture' }).click()
  const { upload } = await processUpload(shop)
  await expect(refusal).toHaveText(
    'This file is no JPEG, PNG, WebP or AVIF picture. Please choose another one.',
  )
  await expect(access(join(DATA_DIR, 'uploads', upload))).rejects.toThrow()

  await choose(await drawPhoto({ width: 1280, height: 800 }))
  await expect(refusal).toBeHidden()
  await expect(uploader(page).getByRole('button', { name: 'Use Picture' })).toBeEnabled()
})

test('a picture that nobody processes is shown as waiting, and can be left', async ({ page }) => {
  await page.clock.install()
  await openEditor(page)
  await editor(page).getByRole('button', { name: 'Upload a picture' }).click()
  await uploader(page)
    .getByLabel('Picture file')
    .setInputFiles(photo(await drawPhoto()))
  await uploader(page).getByRole('button', { name: 'Use Picture' }).click()
  await expect(uploader(page).getByRole('button', { name: 'Preparing...' })).toBeVisible()
  await expect(uploader(page).getByText('Shows 2560 × 1600')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(uploader(page).getByText('The picture waits for its turn.')).toBeVisible()
  await uploader(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(uploader(page)).toBeHidden()
  await expect(editor(page).getByLabel('Price in US dollars')).toHaveValue('777')
})
