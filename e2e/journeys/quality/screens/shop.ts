import { expect, type Page } from 'playwright/test'
import { insertCoupon } from '#db/testing/builders.ts'
import { createBuyer, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import { expectPurchase, expectToast } from '#e2e/journeys/support/journey.ts'
import { openForgottenPassword } from '#e2e/journeys/support/sign-in.ts'
import { getPackage } from '#e2e/support/database.ts'
import { dialog, next, type Screens, type State } from './state.ts'

const screen = (page: Page, path: string): State => ({
  name: path,
  part: 'html',
  reach: async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
})

const cardOf = (page: Page) => page.getByRole('article').first()

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByLabel('Coupon code').fill(code)
  await page.getByLabel('Coupon code').press('Enter')
  await expectToast(page, 'Coupon Applied!')
}

export const SHOP: Screens = {
  'the pages around the packages': async ({ page, expectFault }) => {
    expectFault(/404|ERR_FAILED/)
    return [
      ...[
        '/about',
        '/contact',
        '/developers',
        '/no-such-page',
        '/payment-failed?reason=cancelled&orderId=1042',
      ].map((path) => screen(page, path)),
      {
        name: 'a script that does not arrive',
        part: 'html',
        reach: async () => {
          await page.route('**/_astro/*.js', (route) => route.abort())
          await page.goto('/contact')
          await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
          await page.unroute('**/_astro/*.js')
        },
      },
    ]
  },

  'the packages': async ({ page, db }) => {
    const { id: packageId, name, category } = await getPackage(db, 'seo-foundations')
    const typed = [
      ...[name, category],
      ...(await db('reviews').where({ packageId }).pluck('comment')),
      ...(await db('package_questions').where({ packageId }).pluck('question')),
    ]
    return [
      screen(page, '/'),
      { ...screen(page, '/packages/seo-foundations'), typed },
      {
        name: 'the menu of a phone',
        part: 'html',
        widths: [375],
        reach: async () => {
          await page.goto('/about')
          await page.getByRole('button', { name: 'Menu' }).click()
          await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
        },
      },
    ]
  },

  'the policies': async ({ page }) =>
    [
      // The others have no table, and else the layout of the first.
      ...['/terms-of-service', '/privacy-policy', '/communication-policy', '/refund-policy'],
    ].map((path) => screen(page, path)),

  'the checkout': async ({ page, db, expectFault }) => {
    expectFault(/404/)
    const { id } = await getPackage(db, 'site-audit')
    const { code } = await insertCoupon(db)
    return [
      {
        name: 'the checkout with a choice of instalments',
        reach: async () => {
          const due = ['purchase', 'accepted'].map((moment) => ({ label: 'Half', share: 50, due: moment }))
          await page.route(`**/api/packages/${id}`, async (route) => {
            const item = await (await route.fetch()).json()
            await route.fulfill({ json: { ...item, paymentPlan: due } })
          })
          await page.goto(`/checkout?packageId=${id}`)
          await expect(page.getByRole('radio', { name: / today, / })).toBeChecked()
          await page.unroute(`**/api/packages/${id}`)
        },
      },
      { ...screen(page, '/checkout?packageId=0'), name: 'the checkout without its package' },
      {
        name: 'a guest with a coupon and an account, and every error',
        reach: async () => {
          await page.goto(`/checkout?packageId=${id}`)
          await page.getByRole('main').getByLabel('Email').fill(createBuyer().email)
          await applyCoupon(page, code)
          await page.getByRole('button', { name: /^Pay / }).click()
          await expect(page.getByRole('main').locator('[id$="-error"]').first()).toBeVisible()
        },
      },
    ]
  },

  // Separate from the checkout, because the form would keep a coupon typed there.
  'the purchase': async ({ page, db }) => {
    const { code } = await insertCoupon(db)
    return [
      dialog('the purchase, with every error', async () => {
        await page.goto('/')
        await cardOf(page).getByRole('button', { name: 'Buy Now' }).click()
        await (await expectPurchase(page)).getByRole('button', { name: /^Pay/ }).click()
        await expect(page.getByText('City must be at least 2 characters')).toBeVisible()
      }),
      dialog('the purchase with a coupon, an account and a PIN code of another state', async () => {
        const form = await openFilledPurchase(page, 'site-audit', createBuyer())
        await applyCoupon(page, code)
        await expect(form.getByRole('button', { name: 'Sign in' })).toBeVisible()
        await form.getByLabel('Country').selectOption('IN')
        await form.getByLabel('State').fill('J&K')
        await form.getByLabel('PIN code').fill('411001')
        await form.getByRole('button', { name: /^Pay / }).click()
        await expect(form.getByText('PIN code 411001 is in Maharashtra')).toBeVisible()
      }),
    ]
  },

  'the dialogs of the shop': async ({ page }) => [
    dialog('the details of a package', async () => {
      await page.goto('/')
      await cardOf(page).getByRole('button', { name: 'View Details' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }),
    next('the reviews of a package', async () => {
      await cardOf(page)
        .getByRole('button', { name: / reviews? ?of / })
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }),
    dialog('the sign-in, with its errors', async () => {
      await page.goto('/about')
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
      const form = page.getByRole('dialog', { name: 'Sign In' })
      await form.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(form.getByText('Email is required')).toBeVisible()
    }),
    next('a forgotten password, with its error', async () => {
      const form = await openForgottenPassword(page)
      await form.getByRole('button', { name: 'Send Link' }).click()
      await expect(form.getByText('Email is required').filter({ visible: true })).toBeVisible()
    }),
    next('a forgotten password, once the link is on its way', async () => {
      const form = await openForgottenPassword(page)
      await form.getByRole('textbox', { name: 'Email' }).fill(createBuyer().email)
      await page.keyboard.press('Enter')
      await expect(form.getByText('we have sent a link to set a new password')).toBeVisible()
    }),
  ],
}
