/** Every example of docs/make-it-yours.md, 2. Money and tax is valid, sells in its currencies, and invoices its tax. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type APIRequest, expect } from 'playwright/test'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import type { Content } from '#api/contract/content/content.ts'
import type { CreateOrderBody } from '#api/contract/sales/checkout.ts'
import { unitsIn } from '#api/rules/money/priced.ts'
import { removeEmbeddedPostgres } from '#db/connection/embedded.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, expectPurchase, test } from '#e2e/journeys/support/journey.ts'
import { readPdf } from '#e2e/journeys/support/pdf.ts'
import { startDemo } from '#e2e/support/demo.ts'
import {
  dataDirOf,
  drawExample,
  type Example,
  openExample,
  writeExample,
} from '#e2e/support/example-companies.ts'
import { SLUG } from './buy.ts'

interface Shop {
  example: Example
  content: Content
  /** The URL of the API. `sandbox` is the one of the sandbox that takes its payments. */
  url: string
  sandbox: string
}

const FORM = {
  ...createBuyer(),
  lastName: 'Holm',
  phone: '+44 113 496 0000',
  company: 'Holm & Sons',
  jobTitle: 'Owner',
}
const IN_LEEDS = {
  address: '4 Park Row',
  city: 'Leeds',
  state: 'West Yorkshire',
  zipCode: 'LS1 4AP',
  country: 'GB',
}
const IN_KARNATAKA = {
  address: '12 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipCode: '560001',
  country: 'IN',
}
const REFERENCE = 'PO-2026/0457'

/** Buys with the calls that the pages make. @returns the text of the drawn invoice */
async function buyIn(
  requests: APIRequest,
  shop: Shop,
  currency: string,
  place: typeof IN_LEEDS,
): Promise<string> {
  const site = await requests.newContext({ baseURL: shop.url })
  const packages = (await (await site.get('/api/packages')).json()) as Package[]
  const item = packages.find(({ slug }) => slug === SLUG) as Package
  const { units } = unitsIn(item, currency)
  const { email } = createBuyer()
  const amounts = { originalAmount: String(units), discountAmount: '0' }
  const body: CreateOrderBody = {
    packageId: item.id,
    finalAmount: units,
    currency,
    userData: { ...FORM, ...place, ...amounts, email, reference: REFERENCE },
  }
  const placed = await site.post('/api/create-order', { data: body })
  expect(placed.ok(), await placed.text()).toBe(true)
  const order = await placed.json()
  const pay = { order_id: order.razorpayOrderId, outcome: 'success' }
  const paid = await (await site.post(`${shop.sandbox}/pay`, { data: pay })).json()
  const receipt = {
    orderId: order.id,
    razorpayOrderId: paid.razorpay_order_id,
    razorpayPaymentId: paid.razorpay_payment_id,
    razorpaySignature: paid.razorpay_signature,
  }
  const verified = await site.post('/api/verify-payment', { data: receipt })
  expect(verified.ok(), await verified.text()).toBe(true)
  await site.post('/api/auth/session-login', { data: { sessionId: (await verified.json()).sessionId } })
  const invoice = await (await site.get(`/api/orders/${order.id}/invoice`)).json()
  await site.dispose()
  return readPdf(await drawExample(shop.example, shop.content, invoice))
}

/** A shop of its own: the other company's sandbox refuses currencies while other tests run. */
let singapore: Shop & { close: () => Promise<unknown> }
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  // Starting the shop builds its pages.
  test.setTimeout(360_000)
  const dataDir = dataDirOf('singapore')
  await removeEmbeddedPostgres(dataDir)
  await rm(dataDir, { recursive: true, force: true })
  const content = await writeExample('singapore')
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const demo = await startDemo({
    port,
    publicOrigin: url,
    dataDir,
    siteDir: join(dataDir, 'site'),
    variables: { CONTENT_DIR: join(dataDir, 'content'), SHEDDING: 'off', DEMO_HISTORY: 'off' },
  })
  const close = () => demo.terminate()
  singapore = { example: 'singapore', content, url, sandbox: `${url}/sandbox/razorpay`, close }
})
test.afterAll(() => singapore.close())

/** Starts an API process of the example, which is paid at the sandbox of the shop in Singapore. */
async function open(example: Example): Promise<Shop & { close: () => Promise<unknown> }> {
  const { sandbox, url: origin } = singapore
  const { api, content } = await openExample(example, { dataDir: dataDirOf('singapore'), origin })
  return { example, content, url: api.url, sandbox, close: () => api.terminate() }
}

const policiesOf = ({ policies }: Content) =>
  policies.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')

test('India: rupees at home with GST, dollars abroad without', async ({ playwright }) => {
  const shop = await open('india')
  const home = await buyIn(playwright.request, shop, 'INR', IN_KARNATAKA)
  for (const fact of [
    'Tax invoice',
    'IGST 18%',
    'Place of supply: Karnataka (29)',
    '₹1,09,900.00',
    REFERENCE,
  ])
    expect.soft(home).toContain(fact)
  expect.soft(home).not.toMatch(/\$|dollar|rate of/i)
  const abroad = await buyIn(playwright.request, shop, 'USD', IN_LEEDS)
  for (const fact of ['IGST 0%', 'WITHOUT PAYMENT OF INTEGRATED TAX', 'Charged $1,299.00', '₹'])
    expect.soft(abroad).toContain(fact)
  const said = policiesOf(shop.content)
  expect
    .soft(said)
    .toContain('by card or, in Indian rupees, by UPI or Netbanking, through our payment provider')
  expect.soft(said).toContain('Rupees beside dollars on an invoice are for information.')
  await shop.close()
})

test('United States: dollars alone, no tax, no rupees', async ({ playwright }) => {
  const shop = await open('unitedStates')
  const text = await buyIn(playwright.request, shop, 'USD', IN_LEEDS)
  for (const fact of ['Invoice', 'EIN 00-0000000', '$1,299.00', 'Charged in USD.', REFERENCE])
    expect.soft(text).toContain(fact)
  const said = policiesOf(shop.content)
  expect.soft(said).toContain('Prices are in US dollars and are fixed.')
  expect.soft(`${text} ${said}`).not.toMatch(/₹|rupee|Tax invoice|Taxable|reverse charge/i)
  await shop.close()
})

test.describe('Singapore', () => {
  test.use({ locale: 'en-SG', timezoneId: 'Asia/Singapore' })

  test('its own dollars at home with GST, US dollars abroad without', async ({ page, playwright }) => {
    const { url, content } = singapore
    await page.goto(`${url}/packages/${SLUG}`)
    await expect(page.getByRole('complementary').filter({ hasText: 'Package Price' })).toContainText(
      '1,689.00',
    )
    await page.getByRole('button', { name: 'Buy Now' }).click()
    const dialog = await expectPurchase(page)
    await fillForm(dialog, createBuyer())
    await dialog.getByLabel('Country').selectOption('SG')
    await dialog.getByRole('button', { name: /^Pay .*1,689\.00$/ }).click()
    await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/dashboard')
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download the invoice of order/ }).click()
    const file = join(dataDirOf('singapore'), 'invoice-SGD.pdf')
    await (await started).saveAs(file)
    const home = await readPdf(file)
    for (const fact of [
      'Tax invoice',
      'GST Reg. No. M90000000X',
      'GST 9%',
      '139.46',
      '1,549.54',
      'Standard-rated supply',
    ])
      expect.soft(home).toContain(fact)
    const abroad = await buyIn(playwright.request, singapore, 'USD', IN_LEEDS)
    for (const fact of ['GST 0%', 'Zero-rated supply', '$1,299.00', REFERENCE])
      expect.soft(abroad).toContain(fact)
    expect.soft(`${home} ${abroad} ${policiesOf(content)}`).not.toMatch(/₹|rupee/i)
  })
})
