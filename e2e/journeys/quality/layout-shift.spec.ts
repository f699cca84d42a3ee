/**
 * No public page moves while it loads with the font in the cache, and hardly when the font comes after the first paint
 * (docs/decisions/019-light-pages.md). No area moves when its first response arrives.
 */
import { expect, type Page } from 'playwright/test'
import { insertAssignment } from '#db/testing/builders.ts'
import { holdCalls, settle, test } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

const WIDTHS = [360, 768, 1440]
const MOST = 0.01
const MOST_OF_LATE_FONT = 0.02
const PAGES = [
  ...['/', '/about', '/contact', '/packages/business-website', '/checkout?packageId=1'],
  // One of the policies, which share a layout.
  ...['/terms-of-service', '/payment-failed?reason=cancelled&orderId=1042'],
  ...['/reset-password', '/confirm-email', '/no-such-page'],
]

test.use({
  // The test changes the styles of the page.
  bypassCSP: true,
})

interface Shift {
  value: number
  of: (string | undefined)[]
}

async function recordShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: { value: number; of: (string | undefined)[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node?: Node }[]
      })[]) {
        const of = entry.sources.map(({ node }) => (node as Element | undefined)?.outerHTML?.slice(0, 90))
        shifts.push({ value: entry.value, of })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifts') as Shift[])
}

for (const path of PAGES) {
  test(`${path.split('?')[0]} does not move when its font comes after the first paint, at three widths`, async ({
    page,
    expectFault,
  }) => {
    test.slow()
    expectFault(/404/)
    const readShifts = await recordShifts(page)
    for (const width of WIDTHS) {
      // With a route, nothing is cached.
      await page.setViewportSize({ width, height: 900 })
      const sendFont = await holdCalls(page, '**/*.woff2')
      const font = page.waitForResponse('**/*.woff2')
      await page.goto(path, { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      sendFont()
      await (await font).finished()
      await page.evaluate(() => document.fonts.ready)
      await settle(page)
      const shifts = await readShifts()
      const score = shifts.reduce((sum, { value }) => sum + value, 0)
      expect.soft(score, `${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST_OF_LATE_FONT)
      test.info().annotations.push({ type: 'shift', description: `${path} ${width} px: ${score.toFixed(4)}` })
      await page.unroute('**/*.woff2')
      await page.goto(path)
      await page.goto(path)
      await settle(page)
      const inTime = await readShifts()
      const rest = inTime.reduce((sum, { value }) => sum + value, 0)
      // A word that is narrower by a fraction of a pixel counts as a shift of some 0.0001.
      expect.soft(rest, `${width} px, font in time: ${JSON.stringify(inTime)}`).toBeLessThanOrEqual(0.005)
    }
  })
}

const AREAS = [
  { path: '/dashboard', call: '/api/orders', title: 'Welcome', shows: 'Order History' },
  { path: '/staff', call: '/api/staff/assignments', title: 'Staff Dashboard', shows: 'Your Assignments' },
  { path: '/admin', call: '/api/admin/attention', title: 'Admin Dashboard', shows: 'Total Customers' },
  { path: '/admin?tab=orders', call: '/api/admin/orders*', title: 'Admin Dashboard', shows: 'INV-' },
]
for (const { path, call, title, shows } of AREAS) {
  test(`${path} does not move when its first response comes, at three widths`, async ({ page, db }) => {
    test.slow()
    const user = await createPerson(db, { isAdmin: path.startsWith('/admin'), isStaff: path === '/staff' })
    const order = await createPaidOrder(db, path === '/dashboard' ? { userId: user.id } : {})
    if (path === '/staff')
      await insertAssignment(db, { orderId: order.id, staffId: user.id, assignedById: user.id })
    await signInAs(page, user)
    // The first visit stores the session hint, as the sign-in dialog does, so that the header is drawn at once.
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const readShifts = await recordShifts(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const respond = await holdCalls(page, `**${call}`)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      respond()
      await expect(page.getByText(shows).first()).toBeVisible()
      await settle(page)
      const shifts = await readShifts()
      const score = shifts.reduce((sum, { value }) => sum + value, 0)
      expect.soft(score, `${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST)
      await page.unroute(`**${call}`)
    }
  })
}
