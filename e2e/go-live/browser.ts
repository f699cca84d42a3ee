/** The steps of the first admin and the first buyer in their browsers. */
import { type BrowserContext, chromium, type Page } from 'playwright'
import { expect as baseExpect } from 'playwright/test'
import { createBuyer, typeForm } from '#e2e/journeys/support/buyer.ts'
import { openPurchase } from '#e2e/journeys/support/journey.ts'
import { readCode } from '#e2e/journeys/support/second-factor.ts'
import { CHROMIUM_FLAGS, findChromium } from '#e2e/support/chromium.ts'

const WITHIN_MS = 30_000
/** The limit for a package to appear on the site, which takes a build on a busy machine. */
const PUBLISHED_WITHIN_MS = 180_000
export const expect = baseExpect.configure({ timeout: WITHIN_MS })

const PASSWORD = 'nine wooden boats at dawn'

export class People {
  readonly admin: Page
  readonly buyer: Page
  readonly #close: () => Promise<void>

  private constructor(admin: Page, buyer: Page, close: () => Promise<void>) {
    this.admin = admin
    this.buyer = buyer
    this.#close = close
  }

  /**
   * Opens a browser context each for an admin and a buyer.
   * @param providerUrl the sandbox, which serves the payment widget and takes its payments
   * @param flags let the browser find and trust the shop
   */
  static async open(origin: string, providerUrl: string, flags: string[] = []): Promise<People> {
    const executablePath = findChromium()
    const browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: [...CHROMIUM_FLAGS, ...flags],
    })
    const openPage = async () => {
      const context = await browser.newContext({ baseURL: origin })
      context.setDefaultTimeout(WITHIN_MS)
      await routeToProvider(context, origin, providerUrl)
      return await context.newPage()
    }
    return new People(await openPage(), await openPage(), () => browser.close())
  }

  async close(): Promise<void> {
    await this.#close()
  }
}

/** The shop's pages load the sandbox's widget from their own origin. Sends these requests to the sandbox. */
async function routeToProvider(context: BrowserContext, origin: string, providerUrl: string): Promise<void> {
  for (const path of ['/v1/checkout.js', '/pay']) {
    await context.route(`${origin}${path}`, async (route) => {
      await route.fulfill({ response: await route.fetch({ url: `${providerUrl}${path}` }) })
    })
  }
}

/** Opens the printed link, chooses a password, signs in and sets up an authenticator app. */
export async function becomeAdmin(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set New Password' }).click()
  const signIn = page.getByRole('dialog', { name: 'Sign In' })
  await signIn.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Protect your account first' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up the authenticator app' })
  const secret = (await setup.locator('code').textContent()) ?? ''
  await setup.getByLabel('6-digit code').fill(readCode(secret))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

/** @returns the slug of the package */
export async function offerPackage(page: Page): Promise<string> {
  await page.goto('/admin?tab=packages&view=categories')
  await page.getByRole('button', { name: 'New category' }).click()
  const category = page.getByRole('dialog', { name: 'New category' })
  await category.getByLabel('Name').fill('Training')
  await category.getByLabel('Description').fill('Courses for teams.')
  await category.getByRole('button', { name: 'Create Category' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Training' })).toBeVisible()

  await page.goto('/admin?tab=packages')
  // An empty list shows a second button with this name.
  await page.getByRole('button', { name: 'New package' }).first().click()
  const form = page.getByRole('dialog', { name: 'New package' })
  await form.getByLabel('Name').fill('Security Course')
  await form.getByLabel('Price in US dollars').fill('350')
  await form.getByLabel('Category', { exact: true }).selectOption('Training')
  await form.getByLabel('Short description').fill('A day.')
  await form.getByRole('button', { name: 'Create Package' }).click()
  await expect(form).toBeHidden()
  await expect
    .poll(async () => (await page.goto('/packages/security-course'))?.status(), {
      timeout: PUBLISHED_WITHIN_MS,
    })
    .toBe(200)
  return 'security-course'
}

/** Buys as a new buyer. @returns the buyer's email address */
export async function buy(page: Page, slug: string): Promise<string> {
  const buyer = createBuyer()
  const dialog = await openPurchase(page, slug)
  await typeForm(dialog, buyer)
  await dialog.getByRole('button', { name: /Pay/ }).click()
  const checkout = page.getByRole('dialog', { name: 'Test checkout' })
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('region', { name: 'Recent Orders' })).toContainText('Security Course')
  return buyer.email
}

/** Finds the sale in the admin area and refunds all of it. */
export async function refundSale(page: Page): Promise<void> {
  await page.goto('/admin?tab=orders')
  await page.getByRole('button', { name: /^Refund / }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Reason').fill('A first sale to try the shop')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Refund / }).click()
  const history = dialog.getByRole('region', { name: 'Refund history' })
  await expect(history.getByText('Refunded')).toBeVisible()
}
