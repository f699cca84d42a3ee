/** If the shop cannot say who is signed in, an area stays open and says so. */
import { expect, type Page, type Route } from 'playwright/test'
import { settle, test, toastOf } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

const ME = '**/api/auth/me'
const AREAS = [
  { path: '/dashboard', role: {}, shown: 'Recent Orders', failure: 'a 503' },
  {
    path: '/admin?tab=coupons',
    role: { isAdmin: true },
    shown: 'Coupons',
    failure: 'a lost connection',
  },
  { path: '/staff', role: { isStaff: true }, shown: 'Staff Dashboard', failure: 'a 503' },
] as const
const FAILURES = {
  'a 503': (route: Route) => route.fulfill({ status: 503, json: { code: 'overloaded', message: 'Busy' } }),
  'a lost connection': (route: Route) => route.abort('internetdisconnected'),
}
const message = (page: Page) => page.getByRole('alert').filter({ hasText: 'The shop isn’t responding' })
const headingOf = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

for (const { path, role, shown, failure } of AREAS) {
  test(`${path}: after ${failure} it asks again, then says so; the button goes on`, async ({
    page,
    db,
    expectFault,
  }) => {
    expectFault(/Failed to load resource/)
    const person = await createPerson(db, { firstName: 'Greta', ...role })
    await createPaidOrder(db, { userId: person.id })
    await signInAs(page, person)
    await page.route(ME, FAILURES[failure], { times: 1 })
    await page.goto(path)
    await expect(headingOf(page, shown)).toBeVisible()
    await expect(message(page)).toHaveCount(0)

    await page.route(ME, FAILURES[failure])
    await page.reload()
    await expect(message(page)).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeHidden()
    await expect(toastOf(page)).toHaveCount(0)
    // The browser keeps its hint of who is signed in.
    expect(await page.evaluate(() => localStorage.getItem('session-hint'))).toContain('Greta')
    await page.unroute(ME)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(headingOf(page, shown)).toBeVisible()
    await expect(page).toHaveURL(path)
  })
}

test('a session that has ended is not asked for again: the home page, as ever', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/401/)
  await signInAs(page, await createPerson(db))
  await page.context().clearCookies({ name: /sid$/ })
  let asked = 0
  page.on('request', (request) => (asked += request.url().endsWith('/api/auth/me') ? 1 : 0))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Packages', exact: true })).toBeVisible()
  expect(asked).toBe(1)
})

test('a public page says nothing', async ({ page, db, expectFault }) => {
  expectFault(/Failed to load resource/)
  await signInAs(page, await createPerson(db))
  let asked = 0
  await page.route(ME, async (route) => {
    asked += 1
    await route.fulfill({ status: 503, body: '' })
  })
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true }).first()).toBeVisible()
  await settle(page)
  expect(asked).toBe(1)
  await expect(message(page)).toHaveCount(0)
  await expect(toastOf(page)).toHaveCount(0)
})
