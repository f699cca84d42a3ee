/** Toasts: their duration, their place, and the difference between the kinds. */
import { expect, type Locator, type Page } from 'playwright/test'
import { expectToast, openPurchase, settle, test, toastOf } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

const iconOf = (page: Page) => toastOf(page).locator('svg[data-of]')

async function refuseCoupon(page: Page) {
  const dialog = await openPurchase(page, 'site-audit')
  await dialog.getByLabel('Coupon code').fill('NO-SUCH-CODE')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(toastOf(page)).toContainText('Invalid Coupon')
  return dialog
}

test('a toast that announces a redirect has its time once, even across pages', async ({ page, db }) => {
  await signInAs(page, await createPerson(db))
  await page.goto('/about')
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return await toastOf(page).count()
    })
    .toBe(1)
  await expect(iconOf(page)).toHaveAttribute('data-of', 'success')
  for (const path of ['/about', '/contact']) {
    await page.goto(path)
    await page.clock.runFor(100)
    await expect(toastOf(page)).toContainText('Logged out successfully')
    await page.clock.runFor(1500)
  }
  await page.goto('/privacy-policy')
  await page.clock.runFor(5000)
  await expect(toastOf(page)).toHaveCount(0)
})

test("a toast that announces a redirect does not wait for the next page's fonts", async ({ page, db }) => {
  await signInAs(page, await createPerson(db, { isStaff: true }))
  await page.goto('/staff')
  let isLoaded = false
  page.on('load', () => {
    isLoaded = true
  })
  const held = Promise.withResolvers<void>()
  await page.route(/\.woff2$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' })
  await expect(toastOf(page)).toContainText('Logged out successfully')
  expect(isLoaded).toBe(false)
  held.resolve()
})

test('a toast about a page goes with it, also within an area', async ({ page, db }) => {
  const customer = await createPerson(db)
  const order = await createPaidOrder(db, { userId: customer.id })
  await signInAs(page, customer)
  await page.clock.install()
  const saveProfile = async () => {
    await page.goto('/dashboard')
    const profile = page.getByRole('region', { name: 'Profile Information' })
    await profile.getByRole('button', { name: 'Manage Profile' }).click()
    await profile.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toastOf(page)).toContainText('Profile Updated')
    // From now on the toast does not time out.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  }
  await saveProfile()
  await page
    .getByRole('link', { name: `Track INV-${order.id}` })
    .first()
    .click()
  await expect(page).toHaveURL(`/dashboard?order=${order.id}`)
  await expect(toastOf(page)).toHaveCount(0)

  await page.clock.resume()
  await saveProfile()
  await page.goto('/about')
  await page.clock.runFor(100)
  await expect(toastOf(page)).toHaveCount(0)
})

test('an error toast closes with its page', async ({ page }) => {
  await page.goto('/checkout')
  await expectToast(page, 'Missing package data')
  await expect(iconOf(page)).toHaveAttribute('data-of', 'destructive')
  await page.goto('/about')
  await settle(page)
  await expect(toastOf(page)).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('carried-toast'))).toBeNull()
})

test('an error toast closes with its dialog, a success toast stays', async ({ page, expectFault }) => {
  expectFault(/404 .*coupons/)
  const dialog = await refuseCoupon(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastOf(page)).toHaveCount(0)

  await openPurchase(page, 'site-audit')
  await dialog.getByLabel('Coupon code').fill('WELCOME10')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Coupon Applied Successfully!')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove coupon' }).click()
  await expect(toastOf(page)).toContainText('Coupon Removed')
  await expect(iconOf(page)).toHaveAttribute('data-of', 'neutral')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Coupon Removed')
})

/** Stops the clock three seconds from now, so that an error, which lasts eight, stays until `resume`. */
const holdToast = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 3000))

/** Expects that the toast covers none of these elements, wherever they are now. */
async function expectClear(page: Page, used: Record<string, Locator>): Promise<void> {
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await expect(toastOf(page)).toBeVisible()
  for (const [name, part] of Object.entries(used)) {
    await expect(part, name).toBeVisible()
    await expect
      .poll(async () => {
        const [toast, box] = [await boxOf(toastOf(page)), await boxOf(part)]
        const isBeside = toast.x + toast.width <= box.x || box.x + box.width <= toast.x
        return isBeside || toast.y + toast.height <= box.y || box.y + box.height <= toast.y
      }, `the toast and ${name}`)
      .toBe(true)
  }
}

for (const width of [390, 820, 1440]) {
  test(`at ${width} px a toast stands below and covers nothing that is used`, async ({
    page,
    db,
    expectFault,
  }) => {
    expectFault(/404 .*coupons|500/)
    await page.setViewportSize({ width, height: 844 })
    await page.clock.install()
    const purchase = await refuseCoupon(page)
    const code = purchase.getByLabel('Coupon code')
    await holdToast(page)
    for (const at of ['as it is', 'at the bottom', 'at the top'] as const) {
      await code.evaluate((input, where) => {
        if (where !== 'as it is') input.scrollIntoView({ block: where === 'at the top' ? 'start' : 'end' })
      }, at)
      await expectClear(page, {
        'the title': purchase.getByRole('heading', { name: /^Get Started with / }),
        'the way out': purchase.getByRole('button', { name: 'Close' }),
        'the coupon box': code.locator('xpath=ancestor::*[@data-in-use][1]'),
        // A phone's summary is higher than what is left between title and bar.
        ...(width < 768
          ? { 'the line of the summary': purchase.getByRole('button', { name: 'Order Summary' }) }
          : {
              'the summary': purchase.getByRole('region', { name: 'Order Summary' }),
              'what is typed': purchase.locator('> div').nth(1),
            }),
        'the bar': purchase.getByRole('button', { name: 'Pay $99.00' }),
      })
    }
    await page.clock.resume()
    await purchase.getByRole('button', { name: 'Cancel' }).click()

    await signInAs(page, await createPerson(db, { isAdmin: true }))
    const { invoiceNumber } = await createPaidOrder(db)
    await page.goto(`/admin?tab=orders&q=${invoiceNumber}`)
    const answers = '**/api/orders/*/answers'
    await page.route(answers, (route) => route.fulfill({ status: 500 }))
    const opener = page.getByRole('button', { name: `View Answers of ${invoiceNumber}` })
    await opener.click()
    await expect(toastOf(page)).toContainText('Failed to fetch customer answers.')
    await holdToast(page)
    const toast = await toastOf(page).boundingBox()
    expect(toast?.y).toBeGreaterThan(844 / 2)
    // Below the top layer, so that the payment provider's widget covers it.
    expect(await page.locator('shop-toaster').evaluate((it) => it.matches(':popover-open'))).toBe(false)
    await expectClear(page, { 'the search': page.getByRole('searchbox').last(), 'the button': opener })
    await page.clock.resume()
    // The error disappears when the same action succeeds.
    await page.unroute(answers)
    await page.route(answers, (route) => route.fulfill({ json: [{ question: 'Which?', answer: 'This' }] }))
    await opener.click()
    await expect(page.getByRole('dialog')).toContainText('Which?')
    // Checked at once, because every toast disappears after its time.
    expect(await toastOf(page).count()).toBe(0)

    await page.goto('/admin?view=replies')
    await page.getByRole('button', { name: 'New reply' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New reply' })
    await page.route('**/api/admin/saved-replies', (route) => route.fulfill({ status: 500 }))
    await dialog.getByLabel('Title').fill('Work begins')
    await dialog.getByLabel('Text').fill('We begin today.')
    await dialog.getByRole('button', { name: 'Create Reply' }).click()
    await expect(toastOf(page)).toContainText('The reply couldn’t be saved.')
    await holdToast(page)
    await expectClear(page, {
      'the title': dialog.getByRole('heading', { name: 'New reply' }),
      'the way out': dialog.getByRole('button', { name: 'Close' }),
      'the bar': dialog.getByRole('button', { name: 'Create Reply' }),
    })
  })
}
