/** An API that withholds its bytes: a real process, which is stopped. */
import { expect, type Page } from 'playwright/test'
import type { ApiProcess } from '../../../api/testing/api-process.ts'
import { findFreePort } from '../../../db/connection/ports.ts'
import { findOrders } from '../../support/database.ts'
import { createApi } from '../../support/own-api.ts'
import { createBuyer, fillForm } from '../support/buyer.ts'
import { test as base, expectToast, openPurchase } from '../support/journey.ts'

const test = base.extend<{ api: ApiProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  api: async ({}, use) => {
    const port = await findFreePort()
    const api = await createApi({ port, origin: `http://localhost:${port}` })
    await api.start()
    await use(api)
    process.kill(api.pid, 'SIGCONT')
    await api.kill()
  },
  baseURL: async ({ api }, use) => use(`http://localhost:${api.port}`),
})

const buy = (page: Page) => page.getByRole('button', { name: 'Buy Now' }).click()

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
  await expectToast(page, 'Purchase Stopped', 'Nothing was charged. What you typed is kept.')
  await expect(form).toBeHidden()
  await buy(page)
  await form.getByLabel('Password').fill(buyer.password)
  await pay.click()
  await expect(form.getByText('Creating your order')).toBeVisible()
  await page.clock.fastForward(15_000)
  await expect(form.getByText('Press Pay again: it stays one order.')).toBeVisible()
  await expectToast(page, 'The shop has not answered for 15 seconds', 'Please try again.')
  process.kill(api.pid, 'SIGCONT')
  await pay.click()
  await expectToast(page, 'Order Created')
  expect(await findOrders(db, buyer.email)).toHaveLength(1)
})
