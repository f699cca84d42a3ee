/** Checks every state in `screens/` with axe (WCAG 2.2 AA) at three widths, with long words, and some rules that axe does not have. */
import { expect } from 'playwright/test'
import { findFaults, TAGS, WIDTHS } from '#e2e/journeys/support/axe.ts'
import { DRAWN_ANEW, test } from '#e2e/journeys/support/journey.ts'
import { translatePages } from '#e2e/journeys/support/translate.ts'
import { ACCOUNT } from './screens/account.ts'
import { ADMIN_LISTS } from './screens/admin-lists.ts'
import { ADMIN_ORDERS } from './screens/admin-orders.ts'
import { ADMIN_PACKAGES } from './screens/admin-packages.ts'
import { CREDENTIALS } from './screens/credentials.ts'
import { DELIVERY } from './screens/delivery.ts'
import { MAILED_LINKS } from './screens/mailed-links.ts'
import { OFFERS } from './screens/offers.ts'
import { OPERATIONS } from './screens/operations.ts'
import { REQUESTS } from './screens/requests.ts'
import { SECOND_FACTOR } from './screens/second-factor.ts'
import { SHOP } from './screens/shop.ts'
import { STAFF } from './screens/staff.ts'
import { checkStates } from './screens/state.ts'
import { WIDGET } from './screens/widget.ts'

const SCREENS = {
  ...SHOP,
  ...MAILED_LINKS,
  ...ACCOUNT,
  ...SECOND_FACTOR,
  ...STAFF,
  ...DELIVERY,
  ...CREDENTIALS,
  ...REQUESTS,
  ...ADMIN_LISTS,
  ...ADMIN_ORDERS,
  ...ADMIN_PACKAGES,
  ...OPERATIONS,
  ...OFFERS,
  ...WIDGET,
}

// Fails a state that cannot be reached early enough to check the next one.
test.use({ actionTimeout: 20_000 })

for (const [name, listStates] of Object.entries(SCREENS)) {
  test(`${name}: nothing scrolls sideways, with long words neither, and axe finds no barrier`, async ({
    page,
    context,
    db,
    expectFault,
  }) => {
    test.slow()
    // Pages are translated on the way to each state, which shows that all screens work under page translation.
    expectFault(DRAWN_ANEW)
    await translatePages(context, 50)
    const ends: (() => PromiseLike<unknown>)[] = []
    const states = await listStates({ page, db, expectFault, afterwards: (end) => ends.push(end) })
    try {
      expect(await checkStates(page, states)).toEqual([])
    } finally {
      for (const end of ends) await end()
    }
  })
}

test('the check finds what is wrong in one theme, at one width, or in one row of a list alone', async ({
  page,
}) => {
  const row = '<li><span>A row</span> <small>of many</small></li>'
  await page.setContent(`<html lang="en"><title>A list</title><style>
    @media (prefers-color-scheme: dark) { h1 { color: #ddd } }
    @media (width < 400px) { li:nth-child(7) small { color: #ddd } }
    .phone, .desk { display: none }
    @media (width < 400px) { .phone { display: inline } }
    @media (width > 1400px) { .desk { display: inline } }
    @media (799px < width < 900px) { p { width: 1000px } }
    nav button { width: 30px; height: 30px; padding: 0 }
    @media (width < 400px) { #small { height: 12px; display: block } #covered { margin-right: -20px } }
    </style><main><h1>A list</h1><p>Text</p>
    <select aria-label="Kind" style="display: block; height: 44px"><option value="">Any kind</option><option>Bread</option></select><ul>${row.repeat(9)}</ul>
    <button class="phone"></button><img class="desk" src="data:,"></main>
    <nav><button>Large</button><button id="small">S</button><button id="covered">C</button><button>Over it</button></nav>`)
  expect(await findFaults(page, { part: 'body' })).toEqual([
    'an option without a value: Any kind',
    'light: image-alt at img',
    '820: scrolls 188 px sideways',
    'dark: button-name at .phone',
    'dark: color-contrast at h1, li:nth-child(7) > small',
    'dark: target-size at .phone, #small, #covered',
  ])
})

test('the check finds a typed text that a long word makes too wide', async ({ page }) => {
  await page.setContent(`<html lang="en"><title>A name</title><style>
    h1 { overflow-wrap: anywhere } p { display: inline-block; white-space: nowrap }</style><main><h1>A name</h1><p>A name</p></main>`)
  const found = (width: number) => expect.stringMatching(`^${width}: with a long word \\d+ px sideways: p\\.`)
  expect(await findFaults(page, { typed: ['A name'] })).toEqual([found(820), found(375)])
  await expect(page.getByText('A name')).toHaveText(['A name', 'A name'])
})

test('the accessibility statement names the rules and the widths that are checked here', async ({ page }) => {
  await page.goto('/accessibility-statement')
  const checked = page.getByRole('article')
  await expect(checked).toContainText(`widths of ${WIDTHS.join(', ').replace(/, (\d+)$/, ' and $1')} pixels`)
  expect(TAGS).toEqual(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  await expect(checked).toContainText(
    'axe by its rules for WCAG 2.0, 2.1 and 2.2, levels A and AA, and its best practices',
  )
})

test('buttons say what they act on, and begin with the words that are read on them', async ({ page }) => {
  for (const path of ['/', '/packages/business-website']) {
    await page.goto(path)
    const labelled = await page
      .locator('button[aria-label], a[aria-label]')
      .evaluateAll((all) => all.map((one) => ({ label: one.ariaLabel ?? '', shown: one.textContent.trim() })))
    expect(labelled.length).toBeGreaterThan(0)
    for (const { label, shown } of labelled) expect(label.startsWith(shown), `${label}: ${shown}`).toBe(true)
  }
  await page.goto('/')
  for (const item of (await page.getByRole('article').all()).slice(0, 3)) {
    const name = (await item.getByRole('heading').textContent()) ?? ''
    for (const button of [`View Details of ${name}`, `Buy Now, ${name}`]) {
      await expect(item.getByRole('button', { name: button, exact: true })).toBeVisible()
    }
  }
})

test('primary buttons keep a border where the system gives the colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/packages/business-website')
  const borders = await page
    .getByRole('button', { name: 'Buy Now' })
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTop))
  expect(borders.length).toBeGreaterThan(0)
  for (const border of borders) expect(border).toMatch(/^1px solid/)
})
