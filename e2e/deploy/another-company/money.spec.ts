/** The example in Singapore (e2e/support/example-companies.ts), whose default currency is not the dollar, builds its shop and sells. */
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect } from 'playwright/test'
import { removeEmbeddedPostgres } from '#db/connection/embedded.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { type NodeProcess, ROOT } from '#db/testing/node-process.ts'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, expectPurchase, test } from '#e2e/journeys/support/journey.ts'
import { readPdf } from '#e2e/journeys/support/pdf.ts'
import { startDemo } from '#e2e/support/demo.ts'
import { writeExample } from '#e2e/support/example-companies.ts'
import { SLUG } from './buy.ts'

test.use({ locale: 'en-SG', timezoneId: 'Asia/Singapore' })

const port = await findFreePort()
const url = `http://localhost:${port}`
const dataDir = resolve(ROOT, '.data', 'example-singapore')
let shop: NodeProcess
test.beforeAll(async () => {
  // Starting the shop builds its pages.
  test.setTimeout(360_000)
  const contentDir = join(dataDir, 'content')
  await removeEmbeddedPostgres(dataDir)
  await rm(dataDir, { recursive: true, force: true })
  await writeExample('singapore', contentDir)
  shop = await startDemo({
    port,
    publicOrigin: url,
    dataDir,
    siteDir: join(dataDir, 'site'),
    variables: { CONTENT_DIR: contentDir, SHEDDING: 'off', DEMO_HISTORY: 'off' },
  })
})
test.afterAll(() => shop.terminate())

test('Singapore: its own dollars at home, with GST on the invoice', async ({ page }) => {
  await page.goto(`${url}/packages/${SLUG}`)
  const price = page.getByRole('complementary').filter({ hasText: 'Package Price' })
  await expect(price).toContainText('1,689.00')
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  const dialog = await expectPurchase(page)
  await fillForm(dialog, createBuyer())
  await dialog.getByLabel('Country').selectOption('SG')
  await dialog.getByRole('button', { name: /^Pay .*1,689\.00$/ }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/dashboard')
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download the invoice of order/ }).click()
  const file = join(dataDir, 'invoice.pdf')
  await (await started).saveAs(file)
  const text = await readPdf(file)
  for (const fact of ['Tax invoice', 'GST Reg. No. M90000000X', 'GST 9%', '139.46', '1,549.54'])
    expect.soft(text).toContain(fact)
  expect.soft(text).not.toMatch(/₹|rupee/i)
})
