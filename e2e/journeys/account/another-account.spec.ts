/** Several people at one browser: the next one does not see what the last one has typed. */
import { expect, type Page } from 'playwright/test'
import { createBuyer, typeForm } from '#e2e/journeys/support/buyer.ts'
import { expectToast, openPurchase, test } from '#e2e/journeys/support/journey.ts'
import { createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'
import { signInOf } from '#e2e/journeys/support/sign-in.ts'

const SLUG = 'business-website'

/** Signs in with the dialog, as a person does, so that other tabs notice. */
async function signInByHand(page: Page, email: string): Promise<void> {
  await page.goto('/#sign-in')
  await signInOf(page).getByLabel('Email').fill(email)
  await signInOf(page).getByLabel('Password').fill(PASSWORD)
  await signInOf(page).getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

const readStored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Get Started with Business Website' })

test('another tab in which somebody else signs in empties the open form', async ({ page, context, db }) => {
  const other = await createPerson(db, { firstName: 'Other' })
  const buyer = createBuyer()
  await typeForm(await openPurchase(page, SLUG), buyer)
  await signInByHand(await context.newPage(), other.email)
  await expect(formOf(page)).toBeHidden()
  await expect.poll(() => readStored(page)).not.toContain(buyer.email)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  // The package is still chosen.
  await expect(formOf(page).getByLabel('First name')).toHaveValue('')
  await expect(formOf(page).getByLabel('Email')).toHaveValue('')
})

test('who signs in to the account whose address they have typed keeps what they typed', async ({
  page,
  context,
  db,
}) => {
  const buyer = createBuyer()
  await createPerson(db, { email: buyer.email })
  await typeForm(await openPurchase(page, SLUG), buyer)
  await signInByHand(await context.newPage(), buyer.email)
  await expect(
    page
      .getByRole('banner')
      .getByText(/^Welcome/)
      .first(),
  ).toBeVisible()
  expect(await readStored(page)).toContain(buyer.email)
})

test('the checkout of one account goes when another one signs in', async ({ page, context, db }) => {
  const [first, second] = [await createPerson(db), await createPerson(db)]
  const { id } = await db('packages').where({ slug: SLUG }).first()
  await signInByHand(page, first.email)
  await page.goto(`/checkout?packageId=${id}`)
  await page.getByLabel(/reference/i).fill('For the first alone')
  await expect(page.getByText(first.email)).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/')
  await tab
    .getByRole('button', { name: /Sign Out|Logout/ })
    .first()
    .click()
  await signInByHand(tab, second.email)
  await expect(page.getByText(second.email)).toBeVisible()
  await expect(page.getByText(first.email)).toBeHidden()
  await expect(page.getByLabel(/reference/i)).toHaveValue('')
})

test('signing out leaves no cookie of the session, no hint and nothing typed, in other tabs either, but what is no session’s', async ({
  page,
  context,
  db,
}) => {
  const person = await createPerson(db)
  await signInByHand(page, person.email)
  const type = async (tab: Page, text: string) => {
    await tab.goto('/dashboard')
    await tab.getByRole('button', { name: 'Manage Profile' }).click()
    await tab.getByLabel('Job title').fill(text)
    await tab.evaluate(() => {
      sessionStorage.setItem('exitIntentShown', 'true')
      localStorage.setItem('currency', '"USD"')
      localStorage.setItem('ad-consent', '"refused"')
    })
    expect(await readStored(tab)).toContain(text)
  }
  const other = await context.newPage()
  other.on('dialog', (dialog) => void dialog.accept())
  await type(other, 'Typed in the other tab')
  await type(page, 'Typed in this tab')
  await page.goto('/')
  expect(await readStored(page)).toContain('Typed in this tab')
  const named = async () => (await context.cookies()).map(({ name }) => name).toSorted()
  expect(await named()).toEqual(['device', 'session_name', 'sid', 'signed_in'])

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(named).toEqual(['device'])
  for (const tab of [page, other]) {
    await expect.poll(() => readStored(tab)).not.toContain('Typed in')
    expect(await tab.evaluate(() => sessionStorage.getItem('exitIntentShown'))).toBe('true')
  }
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(
    expect.arrayContaining(['ad-consent', 'currency']),
  )
  expect(await page.evaluate(() => localStorage.getItem('session-hint'))).toBeNull()
})

test('a tab that was loading while another signed out does not bring the account back', async ({
  page,
  context,
  db,
}) => {
  await signInAs(page, await createPerson(db))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeVisible()
  const other = await context.newPage()
  const answered = Promise.withResolvers<void>()
  await other.route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  await other.goto('/dashboard')
  // Its scripts wait for the response.
  const isTaken = () => other.evaluate(() => !Reflect.get(window, 'earlyCalls').has('/api/auth/me'))
  await expect.poll(isTaken).toBe(true)
  const readSession = () => other.evaluate(() => document.documentElement.dataset.session)
  expect(await readSession()).toBe('in')
  // A tab in which a payment is under way does not load again.
  await other.evaluate(() => document.documentElement.toggleAttribute('data-paying', true))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Logged out successfully')
  answered.resolve()
  await expect.poll(readSession).toBe('out')
  expect(await page.evaluate(() => localStorage.getItem('session-hint'))).toBeNull()
})

test('what one admin has begun to type is not shown to the next one in the tab', async ({ page, db }) => {
  const open = async () => {
    await signInAs(page, await createPerson(db, { isAdmin: true }))
    await page.goto('/admin?tab=coupons')
    await page
      .getByRole('button', { name: /Create Coupon|New coupon|Add Coupon/ })
      .first()
      .click()
    return page.getByRole('dialog').getByRole('textbox').first()
  }
  await (await open()).fill('FIRSTADMIN')
  await page.reload()
  await expect(await open()).not.toHaveValue('FIRSTADMIN')
})
