import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { processPicture } from '#api/catalogue/pictures/process.ts'
import { openObjectFolder } from '#db/backup/objects.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Picture } from '#db/models/catalogue/picture.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { test as base, expectToast } from '#e2e/journeys/support/journey.ts'
import { createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { type OwnShop, openOwnShop } from '#e2e/support/own-shop.ts'
import { DATA_DIR } from '#e2e/support/topology.ts'

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

const drawPhoto = ({ width = 2560, height = 2000 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .jpeg()
    .toBuffer()

/** Processes the upload as the worker does, which does not run in the journeys. */
async function processUpload({ db }: OwnShop): Promise<Picture> {
  const waiting = () => Picture.query(db).findOne({ state: 'waiting' })
  await expect.poll(waiting).toBeDefined()
  const { id } = (await waiting()) as Picture
  await processPicture({ db, objects: openObjectFolder(DATA_DIR) }, id)
  return Picture.query(db).findById(id).throwIfNotFound()
}

const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit package' })
const upload = (page: Page, buffer: Buffer, name?: string) =>
  editor(page).getByLabel('Picture file').setInputFiles(photo(buffer, name))

async function openEditor(page: Page): Promise<void> {
  await page.goto('/admin?tab=packages')
  await page.getByRole('button', { name: `Edit ${NAME}` }).click()
  await editor(page).getByLabel('Price in US dollars').fill('777')
}
const photo = (buffer: Buffer, name = 'photo.jpg') => ({ name, mimeType: 'image/jpeg', buffer })

test('a picture is uploaded, described and saved, and then on the card; what is typed meanwhile stays', async ({
  page,
  shop,
  browser,
}) => {
  // The test encodes nine files.
  test.slow()
  await openEditor(page)
  await expect(editor(page)).toContainText('JPEG, PNG, WebP or AVIF, up to 8 MB, at least 1280 × 800 pixels')
  const chooser = page.waitForEvent('filechooser')
  await editor(page).getByRole('button', { name: 'Upload a picture' }).click()
  await (await chooser).setFiles(photo(await drawPhoto()))
  await expect(editor(page).getByRole('button', { name: 'Preparing...' })).toBeVisible()
  await editor(page).getByLabel('Short description').fill('Typed meanwhile.')
  await editor(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(editor(page).getByText('The picture isn’t ready yet')).toBeVisible()
  const { hash } = await processUpload(shop)
  await expect(editor(page).getByText('The picture is ready. Describe it below.')).toBeVisible()
  await expect(editor(page).getByText('The picture isn’t ready yet')).toBeHidden()
  await expect(editor(page).getByRole('figure').locator('img')).toHaveAttribute(
    'src',
    `/pictures/${hash}-1280.webp`,
  )

  // Typed fields are kept, and the alternative text is required.
  await expect(editor(page).getByLabel('Price in US dollars')).toHaveValue('777')
  const alt = editor(page).getByLabel('Alternative text')
  await expect(editor(page).getByLabel('Short description')).toHaveValue('Typed meanwhile.')
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

/** Expects that the browser has chosen an AVIF file. */
async function expectPicture(image: ReturnType<Page['getByAltText']>): Promise<void> {
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).currentSrc))
    .toMatch(/\/pictures\/[0-9a-f]{32}-(320|640)\.avif$/)
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
}

test('a picture is dropped on the form, or pasted', async ({ page, shop }) => {
  test.slow()
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
    await expect(editor(page).getByRole('button', { name: 'Preparing...' })).toBeVisible()
    await processUpload(shop)
    await expect(editor(page).getByRole('radio', { name: 'Uploaded picture' })).toBeChecked()
    await editor(page).getByRole('radio', { name: 'WordPress' }).check({ force: true })
  }
  await expect(editor(page).getByLabel('Price in US dollars')).toHaveValue('777')
})

test('a picture that nobody processes is shown as waiting, and the form can be left', async ({ page }) => {
  await page.clock.install()
  await openEditor(page)
  await upload(page, await drawPhoto())
  await expect(editor(page).getByRole('button', { name: 'Preparing...' })).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(editor(page).getByText('The picture is queued.')).toBeVisible()
  await expect(editor(page).getByLabel('Price in US dollars')).toHaveValue('777')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: /Discard/ })
    .click()
  await expect(editor(page)).toBeHidden()
})
