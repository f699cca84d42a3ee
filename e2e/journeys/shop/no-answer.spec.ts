/** An API that does not respond or is away: a real process, which is paused or ended. */
import { expect, type Page } from 'playwright/test'
import type { ApiProcess } from '#api/testing/api-process.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import { test as base, expectToast, openPurchase } from '#e2e/journeys/support/journey.ts'
import { signInOf } from '#e2e/journeys/support/sign-in.ts'
import { findOrders } from '#e2e/support/database.ts'
import { createApi } from '#e2e/support/own-api.ts'

const test = base.extend<{ api: ApiProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  api: async ({}, use) => {
    const port = await findFreePort()
    const api = await createApi({ port, origin: `http://localhost:${port}` })
    await api.start()
    await use(api)
    if (api.isRunning) process.kill(api.pid, 'SIGCONT')
    await api.kill()
  },
  baseURL: async ({ api }, use) => use(`http://localhost:${api.port}`),
})

const buy = (page: Page) => page.getByRole('button', { name: 'Buy Now' }).first().click()

test('a call that is not answered ends, is sent again as the same order, and the form can be closed', async ({
  page,
  db,
  api,
  expectFault,
}) => {
  test.slow()
  expectFault(/ERR_|Failed to load|Refused to execute/)
  const buyer = createBuyer()
  await page.clock.install()
  const form = await openPurchase(page, 'site-audit')
  await fillForm(form, buyer)
  const pay = form.getByRole('button', { name: /^Pay / })

  process.kill(api.pid, 'SIGSTOP')
  await pay.click()
  await expect(form.getByText('Creating your order')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expectToast(page, 'Purchase Stopped', 'Nothing was charged. What you typed is still here.')
  await expect(form).toBeHidden()
  await buy(page)
  await form.getByLabel('Password').fill(buyer.password)
  await pay.click()
  await expect(form.getByText('Creating your order')).toBeVisible()
  await page.clock.fastForward(15_000)
  await expect(form.getByText('Press Pay again. This won’t create a second order.')).toBeVisible()
  await expectToast(page, 'The shop isn’t responding', 'Please try again.')
  process.kill(api.pid, 'SIGCONT')
  await pay.click()
  // The order was made. This process does not serve the provider's script.
  await expectToast(page, 'Payment Gateway Error')
  expect(await findOrders(db, buyer.email)).toHaveLength(1)
})

test('an API that is away is said above the page and before a form is filled, and forgotten once it is back', async ({
  page,
  api,
  expectFault,
}) => {
  expectFault(/ERR_CONNECTION_REFUSED/)
  const away = page.getByText('You can’t order right now. We’re working on it. Call')
  await page.clock.install()
  // Opens the form once, so that all its scripts are loaded.
  const form = await openPurchase(page, 'site-audit')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Sign In' }).click()
  const signIn = signInOf(page)
  await signIn.getByLabel('Email').fill('ada@example.com')
  await signIn.getByLabel('Password').fill('not remembered')
  await expect(away).toBeHidden()

  await api.kill()
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(signIn.getByText('Login failed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(away).toBeVisible()
  await buy(page)
  await expectToast(page, 'You can’t order right now')
  await expect(form).toBeHidden()

  await api.start()
  await page.clock.fastForward(1000)
  await buy(page)
  await expect(form).toBeVisible()
  await expect(away).toBeHidden()
})
