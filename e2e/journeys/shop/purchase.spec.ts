/** A whole purchase in a real browser: from the static grid to the dashboard, on two API processes. */
import { expect, type Page } from 'playwright/test'
import { type Buyer, createBuyer, fillForm, signIn, typeForm } from '#e2e/journeys/support/buyer.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { createPerson, PASSWORD } from '#e2e/journeys/support/people.ts'

/** Records which API processes have responded. */
function recordServers(page: Page): Set<string> {
  const servers = new Set<string>()
  page.on('response', (response) => {
    const server = response.headers()['x-served-by']
    if (server && response.url().includes('/api/')) servers.add(server)
  })
  return servers
}

async function buyFirstPackage(
  page: Page,
  { buyer, fill, thenAt }: { buyer: Buyer; fill: typeof fillForm; thenAt: string },
): Promise<string> {
  await page.goto('/')
  const card = page.getByRole('article').first()
  const name = (await card.getByRole('heading').first().textContent()) ?? ''
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const dialog = page.getByRole('dialog', { name: `Get Started with ${name}` })
  await expect(dialog).toBeVisible()
  await fill(dialog, buyer)
  await dialog.getByRole('button', { name: /Pay/ }).click()
  const checkout = page.getByRole('dialog', { name: 'Test checkout' })
  await expect(checkout).toContainText(buyer.email)
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(
    page,
    'Payment Successful!',
    `Thank you for purchasing ${name}. You can now access your dashboard.`,
  )
  await page.waitForURL(thenAt)
  return name
}

async function expectOrderOnDashboard(page: Page, name: string, buyer: Buyer): Promise<void> {
  await expect(page.getByRole('banner').getByText(`Welcome, ${buyer.firstName}`).first()).toBeVisible()
  const recent = page.getByRole('region', { name: 'Recent Orders' })
  await expect(recent).toContainText(name)
  const totalOrders = page.getByRole('term').filter({ hasText: 'Total Orders' })
  await expect(totalOrders.locator('xpath=following-sibling::dd')).toHaveText('1')
}

// Motion is on, as for most visitors.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// All other journeys use only one API process.
test('a visitor buys a package and finds it on the dashboard, on two API processes sharing the database', async ({
  page,
  context,
  expectFault,
}) => {
  // The browser's message when the next step interrupts the fade between two pages.
  expectFault(/Transition was skipped. Navigation aborted/)
  await context.setExtraHTTPHeaders({ 'x-upstream': 'alternate' })
  const servers = recordServers(page)
  const buyer = createBuyer()

  const name = await buyFirstPackage(page, { buyer, fill: typeForm, thenAt: '**/dashboard' })
  await expectOrderOnDashboard(page, name, buyer)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await signIn(page, buyer)
  await expectOrderOnDashboard(page, name, buyer)

  expect(servers.size).toBe(2)
})

test('staff, whom a payment does not sign in, see the sign-in dialog', async ({ page, db }) => {
  const { email, firstName } = await createPerson(db, { isStaff: true })
  const buyer = { ...createBuyer(), email, password: PASSWORD }
  await buyFirstPackage(page, { buyer, fill: fillForm, thenAt: '**/dashboard#sign-in' })
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByLabel('Password')).toHaveValue('')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: `Welcome, ${firstName}` })).toBeVisible()
})

test('the packages are in the page’s HTML, before any script runs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('article')).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Buy Now' }).first()).toBeVisible()
  await context.close()
})
