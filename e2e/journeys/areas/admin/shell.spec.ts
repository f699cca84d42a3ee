/** The frame of the areas: header, sign-out, navigation, titles. */
import { expect, type Page } from 'playwright/test'
import { insertPayment } from '#db/testing/builders.ts'
import { expectToast, settle } from '#e2e/journeys/support/journey.ts'
import { createPerson, signInAs, adminTest as test } from '#e2e/journeys/support/people.ts'

const PLACES = [
  ['offers', 'Offers', []],
  ['reviews', 'Reviews', []],
  ['widget', 'Widget', []],
  ['money', 'Unmatched payments', []],
  ['disputes', 'Disputes', []],
  [
    'activity',
    'Activity',
    [
      ['events', 'Provider events'],
      ['jobs', 'Jobs'],
      ['mail', 'Emails'],
      ['audit', 'Audit log'],
    ],
  ],
  [
    'settings',
    'Shop settings',
    [
      ['notifications', 'Notification emails'],
      ['replies', 'Saved replies'],
      ['keys', 'API keys'],
      ['webhooks', 'Webhooks'],
      ['setup', 'Setup'],
    ],
  ],
] as const

const placesOf = (page: Page) => page.getByRole('navigation', { name: 'More places' })
const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

test('the areas have a slim header, no footer of the shop, and one sign-out button', async ({
  page,
  db,
  admin,
  expectFault,
}) => {
  // The admin area is still loading when somebody else signs in, which ends its session.
  expectFault(/401|403/)
  for (const [path, signOut] of [
    ['/admin', 'Logout'],
    ['/staff', 'Sign Out'],
  ] as const) {
    if (path === '/staff') await signInAs(page, await createPerson(db, { isStaff: true }))
    await page.goto(path)
    await expect(page.getByRole('banner').getByRole('button', { name: signOut })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(1)
    // While React renders the header again, it has no bounding box.
    await expect
      .poll(async () => (await page.getByRole('banner').boundingBox())?.height ?? 1000)
      .toBeLessThanOrEqual(56)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Sign Out|Logout)$/ })).toHaveCount(1)
  }
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Logged out successfully')
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('contentinfo')).toBeVisible()

  // Users without access get the shop's header and footer, as on every other page.
  await signInAs(page, await createPerson(db))
  for (const path of ['/admin', '/staff']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Packages', exact: true })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(1)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Contact' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
  }
  await signInAs(page, admin)
})

test('the account menu leads to the other areas and to the second factors', async ({ page, admin }) => {
  await page.goto('/admin')
  const account = page.getByRole('button', { name: `Account of Ada ${admin.lastName}` })
  await account.click()
  await expect(page.getByText(admin.email)).toBeVisible()
  await page.getByRole('button', { name: 'Security' }).click()
  await expect(page.getByRole('dialog', { name: 'Security' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await account.click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
})

for (const width of [375, 820, 1440]) {
  test(`at ${width} px every place beside the tabs is reached from every tab, at an address and a title of its own`, async ({
    page,
    db,
    admin: _,
  }) => {
    test.slow()
    await insertPayment(db, { amountCents: 12_345, fulfilsOrder: false, flag: 'unknown_order' })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin?tab=coupons')
    const open = page.getByRole('button', { name: /^More(: Shop settings)?( ?\d+ waiting)?$/ })
    const openMenu = async () => {
      if (width < 1280) await open.click()
    }
    await expect(headingOf(page, 'Coupons')).toBeVisible()
    if (width < 1280) await expect(open).toContainText('waiting')
    await openMenu()
    await expect(placesOf(page).getByRole('link')).toHaveText(
      PLACES.map(([, label]) => new RegExp(`^${label}( ?\\d+ waiting)?$`)),
    )
    await expect(placesOf(page).getByRole('link', { name: /^Unmatched payments \d+ waiting$/ })).toBeVisible()
    // Addresses and titles do not depend on the width, so narrow widths only test one place.
    for (const [view, label, sections] of width < 1280 ? PLACES.slice(-1) : PLACES) {
      if (await placesOf(page).isHidden()) await openMenu()
      const place = placesOf(page).getByRole('link', { name: new RegExp(`^${label}`) })
      await place.click()
      await expect(page).toHaveURL(`/admin?view=${view}`)
      await expect(page).toHaveTitle(new RegExp(`${label} – Admin \\| `))
      await expect(headingOf(page, label)).toBeVisible()
      for (const [section, heading] of sections) {
        const link = page.getByRole('navigation', { name: label }).locator(`[href="?view=${section}"]`)
        await link.click()
        await expect(page).toHaveURL(`/admin?view=${section}`)
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect(page).toHaveTitle(new RegExp(`^\\S.* – ${label} – Admin \\| `))
        await expect(headingOf(page, heading)).toBeVisible()
      }
    }
    await page.goBack()
    await expect(headingOf(page, 'Webhooks')).toBeVisible()
    // The open place is in sight, also where the menu is closed.
    const shown = width < 1280 ? open : placesOf(page).getByRole('link', { name: /^Shop settings/ })
    await expect(shown).toContainText('Shop settings')
    await expect(shown).toBeInViewport({ ratio: 1 })
    if (width < 1280) {
      await page.goto('/admin?view=offers')
      // The count beside a place's name is its own.
      await expect(page.getByRole('button', { name: 'More: Offers', exact: true })).toBeVisible()
    }
    await page.getByRole('tab', { name: 'Users' }).click()
    await expect(page).toHaveURL('/admin?tab=users')
    await expect(page).toHaveTitle(/^Users – Admin \| /)
    await settle(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await openMenu()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.locator('#more-places:popover-open')).toHaveCount(0)
    await expect(placesOf(page)).toBeVisible()
  })
}

test('earlier addresses lead to the same lists, with their filters', async ({ page, admin }) => {
  await page.goto('/admin?tab=staff&view=jobs')
  await expect(headingOf(page, 'Jobs')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Jobs/ })).toHaveAttribute('aria-current', 'page')
  await page.goto(`/admin?view=audit&audit-action=signed_in&audit-q=${admin.email}`)
  await expect(page).toHaveURL(`/admin?view=audit&action=signed_in&q=${encodeURIComponent(admin.email)}`)
  await expect(page.getByLabel('Action')).toHaveValue('signed_in')
  await expect(page.getByRole('searchbox')).toHaveValue(admin.email)
})

test('on a phone all sections of a place are in sight', async ({ page, admin: _ }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/admin?view=settings')
  const sections = page.getByRole('navigation', { name: 'Shop settings' })
  await expect(sections.getByRole('link', { name: 'Setup' })).toBeInViewport({ ratio: 1 })
})

test('what is searched for in one kind of activity is searched in the others', async ({ page, admin: _ }) => {
  await page.goto('/admin?view=mail&state=failed')
  const kinds = page.getByRole('navigation', { name: 'Activity' })
  await page.getByRole('searchbox').fill('whitfield')
  await expect(page).toHaveURL(/q=whitfield/)
  const found = page.waitForResponse((response) =>
    response.url().includes('/api/admin/audit-log?q=whitfield'),
  )
  await kinds.getByRole('link', { name: 'Audit log' }).click()
  await found
  await expect(page).toHaveURL('/admin?view=audit&q=whitfield')
  await expect(page.getByRole('searchbox')).toHaveValue('whitfield')
})

test('header and navigation leave at least 800 of 900 px to the list', async ({ page, admin: _ }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin?tab=orders')
  const list = page.getByRole('region', { name: 'Orders' })
  await expect(list.getByRole('row').first()).toBeVisible()
  expect((await list.boundingBox())?.y).toBeLessThanOrEqual(100)
})
