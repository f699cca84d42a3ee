/**
 * The shop of another company in another country is built and sells. Nothing of the default company is left in its pages, mails,
 * invoice, pictures, structured data or output. The search terms come from the default content folder.
 */
import { glob, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'playwright/test'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { DEFAULT_CONTENT_DIR, readContent } from '#api/content/read-content.ts'
import type { Content } from '#api/contract/content/content.ts'
import type { Overview } from '#api/contract/operations/overview.ts'
import { listIdentity } from '#api/testing/identity.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { NodeProcess } from '#db/testing/node-process.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { readPdf, readPdfOperators } from '#e2e/journeys/support/pdf.ts'
import { ANOTHER_ORIGIN, type AnotherShop, readAnotherShop } from '#e2e/support/another-company.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'
import { buy, SLUG } from './buy.ts'

const OWNER = 'ada@lindvik.test'
/** Texts below this length, such as a service's title, may be used by any company. */
const SENTENCE_LENGTH = 30
/** Pictures with a company's accent colour have more than this share of it. */
const SMALL_SHARE = 0.0005
/** Allowed difference per colour channel (0 to 255), because pictures are stored with a palette. */
const NEARLY = 6

const old = readContent(DEFAULT_CONTENT_DIR)
const colors = Object.values(old.colors.accent)
let shop: AnotherShop
test.beforeAll(() => {
  shop = readAnotherShop()
})

/** All strings in a value of the content. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

const { home, about, contact } = old.pages
/** Headings shorter than SENTENCE_LENGTH that only the default company has. */
const HEADINGS = [
  home.heading.join(' '),
  ...home.heading,
  about.officesTitle,
  contact.officesTitle,
  contact.supportTitle,
]

function listOldWords(): string[] {
  const { logo, policies, story, ...rest } = old
  const paragraphs = [story, ...policies].flatMap(({ text }) => text.split('\n\n'))
  const sentences = [...listTexts(rest), ...paragraphs].filter((text) => text.length >= SENTENCE_LENGTH)
  return [
    ...listIdentity(old),
    ...sentences,
    ...HEADINGS,
    old.calendar.timeZone,
    ...old.calendar.holidays.map(({ name }) => name),
  ]
}

/** The default company's colours in the notations of style sheets, drawings and scripts. */
const OLD_COLORS = colors.flatMap((color) => {
  const channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
  return [
    `#${color.slice(1)}`,
    `%23${color.slice(1)}`,
    channels.join(' '),
    channels.join(','),
    channels.join(', '),
  ]
})
const OLD_WORDS = listOldWords()
/** The company offers rupees, so its pages name the time zones in which these are shown first. */
const BUYERS_IN_INDIA = /(["'`])Asia\/Calcutta\1,\1Asia\/Kolkata\1/g
/** Forms name each state of India and its cities (api/rules/money/indian-address.ts): both words beside their neighbours there. */
const STATES = /jaipur (?=jodhpur)|Rajasthan(?=.,pins:)/g
/** Only searched in texts that people read, because scripts may contain these words for other reasons. */
const OLD_SIGNS = [new RegExp(`\\b${old.brand.foundedYear}\\b`), new RegExp(`\\b${old.calendar.zoneName}\\b`)]

/** Finds whole words only, because 'holiday' contains 'Holi'. */
function findWords(text: string, olds: readonly string[]): string[] {
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ')
  return olds.filter((old) => {
    const word = RegExp.escape(old.toLowerCase().replaceAll(/\s+/g, ' ').trim())
    return new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(plain)
  })
}

const findColors = (text: string) => OLD_COLORS.filter((color) => text.toUpperCase().includes(color))

/** @returns the page without scripts, styles and drawings, but with its structured data */
const readable = (html: string) =>
  html.replaceAll(/<script(?![^>]*ld\+json)[^>]*>.*?<\/script>|<style[^>]*>.*?<\/style>|<svg.*?<\/svg>/gs, '')

/** @param isRead whether people read the text; in scripts the founding year is just a number */
function expectNothingOld(found: string, where: string, { isRead = true } = {}): void {
  const text = found.replaceAll(BUYERS_IN_INDIA, '').replaceAll(STATES, '')
  const signs = isRead ? OLD_SIGNS.filter((sign) => sign.test(readable(text))) : []
  expect.soft([...findWords(text, OLD_WORDS), ...findColors(text), ...signs], where).toEqual([])
}

/** @returns the share of the picture's pixels that have one of the colours */
async function measureShare(file: string, of: string[]): Promise<number> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const wanted = of.map((color) =>
    [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)),
  )
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const isWanted = wanted.some((channels) =>
      channels.every((channel, index) => Math.abs(channel - (data[at + index] ?? 0)) <= NEARLY),
    )
    if (isWanted) count += 1
  }
  return count / (info.width * info.height)
}

/** The shades of the accent colour that pictures use most. */
const strong = ({ accent }: Content['colors']) => [accent[500], accent[700]]

async function listFiles(dir: string, pattern: string): Promise<string[]> {
  return await Array.fromAsync(glob(pattern, { cwd: join(dir, 'client') }))
}
const TEXTS = '**/*.{html,css,js,svg,xml,txt,json,webmanifest}'

test('no file of its site has a word or a colour of the default company', async () => {
  const files = await listFiles(shop.siteDir, TEXTS)
  expect(files).toEqual(
    expect.arrayContaining(['index.html', 'about.html', 'logo.svg', 'manifest.webmanifest']),
  )
  for (const file of files) {
    const text = await readFile(join(shop.siteDir, 'client', file), 'utf8')
    expectNothingOld(text, file, { isRead: !/\.(js|css)$/.test(file) })
  }

  const home = await readFile(join(shop.siteDir, 'client', 'index.html'), 'utf8')
  expect(home).toContain(`| ${shop.content.brand.name}</title>`)
  expect(home).toContain(shop.content.pages.home.eyebrow)
  // Control: the same search finds the default company on its own pages.
  const own = await readFile(join(SITE_DIR, 'client', 'contact.html'), 'utf8')
  expect(findWords(own, listIdentity(old)).length).toBeGreaterThan(10)
  expect(findColors(own).length).toBeGreaterThan(3)
  for (const sign of OLD_SIGNS) expect(readable(own)).toMatch(sign)
})

test('its pictures have its colours and no other', async () => {
  const files = await listFiles(shop.siteDir, '**/*.png')
  expect(files).toEqual(expect.arrayContaining(['icon-192.png', 'apple-touch-icon.png', 'og/home.png']))
  for (const file of files) {
    const own = join(shop.siteDir, 'client', file)
    expect.soft(await measureShare(own, strong(old.colors)), file).toBeLessThan(SMALL_SHARE)
    expect.soft(await measureShare(own, strong(shop.content.colors)), file).toBeGreaterThan(SMALL_SHARE)
    // Control: the picture of the default company has its accent.
    const theirs = join(SITE_DIR, 'client', file)
    expect.soft(await measureShare(theirs, strong(old.colors)), file).toBeGreaterThan(SMALL_SHARE)
  }
})

/** The words in a picture for sharing, from the description in its metadata. */
async function readWords(file: string): Promise<string> {
  const { xmp } = await sharp(file).metadata()
  return /<rdf:li[^>]*>(.*)<\/rdf:li>/s.exec(xmp?.toString('utf8') ?? '')?.[1] ?? ''
}

/** Pixels of the corner of a picture for sharing that has the logo and the name. */
const readHead = (file: string) =>
  sharp(file).extract({ left: 60, top: 60, width: 600, height: 80 }).raw().toBuffer()

test('its pictures for sharing draw its own words and its own logo', async () => {
  const files = await listFiles(shop.siteDir, 'og/*.png')
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const [own, theirs] = [shop.siteDir, SITE_DIR].map((dir) => join(dir, 'client', file)) as [string, string]
    const words = await readWords(own)
    expect.soft(words.split('\n'), file).toContain(shop.content.brand.name)
    expectNothingOld(words, file)
    // Control: the same search finds the default company in its own picture.
    expect.soft(findWords(await readWords(theirs), OLD_WORDS), file).toContain(old.brand.name)
    expect.soft((await readHead(own)).equals(await readHead(theirs)), file).toBe(false)
  }
  expect(await readWords(join(shop.siteDir, 'client', 'og', 'home.png'))).toContain(
    shop.content.pages.home.heading.join(' '),
  )
})

const listMails = async () => (await readdir(shop.mailDir)).filter((file) => file.endsWith('.eml'))

test('it sells, and its mails and its invoice are its own', async ({ page, expectFault }) => {
  // The browser's message when the next step interrupts the fade between two pages.
  expectFault(/Transition was skipped. Navigation aborted/)
  const { brand } = shop.content
  await buy(page)
  expectNothingOld(await page.content(), 'dashboard')

  const started = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Download the invoice of order/ })
    .first()
    .click()
  const download = await started
  await expectToast(page, 'Invoice Downloaded')
  expect(download.suggestedFilename()).toMatch(/^Lindvik-Invoice-\d+\.pdf$/)
  const path = await download.path()
  const text = await readPdf(path)
  for (const fact of [brand.legalName, 'Example Kai 7', '5003 Bergen', 'Norway', `MVA ${brand.taxNumber}`]) {
    expect(text).toContain(fact)
  }
  expectNothingOld(text, 'invoice')
  const drawn = await readPdfOperators(path)
  expect(drawn.toUpperCase()).toContain(shop.content.colors.accent[700])
  expectNothingOld(drawn, 'invoice')

  await expect
    .poll(() =>
      listMails().then(
        (files) => files.length,
        () => 0,
      ),
    )
    .toBeGreaterThan(1)
  const logo = await readFile(join(shop.contentDir, 'logo.png'))
  for (const file of await listMails()) {
    const mail = await PostalMime.parse(await readFile(join(shop.mailDir, file)))
    expect(mail.from).toEqual({ name: brand.name, address: brand.sender.address })
    expect(mail.text).toContain('Example Kai 7, 5003 Bergen, Norway')
    expect(mail.html).toContain(shop.content.colors.accent[700])
    expectNothingOld(JSON.stringify({ ...mail, attachments: [] }), `mail: ${mail.subject}`)
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).equals(logo)).toBe(true)
  }
})

test('its first start has orders and revenue', async ({ page }) => {
  await page.request.post('/api/auth/login', { data: DEMO_ACCOUNTS.admin })
  const figures = (await (await page.request.get('/api/admin/overview')).json()) as Overview
  expect(figures.totalOrders).toBeGreaterThan(50)
  expect(figures.revenue.week.filter(({ payments }) => payments > 0).length).toBeGreaterThan(9)
  await page.goto('/admin?tab=orders')
  await expect(page.getByRole('row').filter({ hasText: 'INV-' }).first()).toBeVisible()
})

test('no response and no output has anything of the default company', async ({ page }) => {
  await page.goto(`/packages/${SLUG}`)
  await expect(page).toHaveTitle(new RegExp(`\\| ${shop.content.brand.name}$`))
  expectNothingOld(await page.content(), 'package')
  for (const path of ['/sitemap.xml', '/api/packages', '/api/openapi.json', '/.well-known/security.txt']) {
    expectNothingOld(await (await page.request.get(path)).text(), path)
  }
  const output = await readFile(shop.outputFile, 'utf8')
  expect(output).toContain('The shop is open')
  expectNothingOld(output, 'output')
})

test('its command line prints nothing of the default company', async () => {
  for (const words of [
    'help',
    'migrations',
    'doctor',
    `mail test ${OWNER}`,
    `admin create ${OWNER} --another`,
  ]) {
    const command = NodeProcess.spawn({
      args: ['api/shop.ts', ...words.split(' ')],
      env: {
        PUBLIC_ORIGIN: ANOTHER_ORIGIN,
        CONTENT_DIR: shop.contentDir,
        DATA_DIR: dirname(shop.mailDir),
        SITE_DIR: shop.siteDir,
      },
    })
    await command.untilExit()
    expect(command.output, words).toMatch(/Usage|✔|\d{4}-/)
    expectNothingOld(command.output, words)
  }
})
