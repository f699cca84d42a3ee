/** Password managers that put values into a form without an event, as some extensions and iOS do. */
import { expect, type Page } from 'playwright/test'
import { createBuyer } from '#e2e/journeys/support/buyer.ts'
import { openPurchase, test } from '#e2e/journeys/support/journey.ts'
import { createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'
import { signInOf } from '#e2e/journeys/support/sign-in.ts'

const PLACE = {
  phone: '+45 33 12 34 56',
  company: 'Holm & Sons',
  jobTitle: 'Owner',
  address: 'Bredgade 12',
  city: 'Copenhagen',
  state: 'Hovedstaden',
  zipCode: '1260',
  country: 'DK',
}

/** Sets fields without an event. @param world as an extension does ('isolated'), or as a script of the page does ('page') */
async function putSilently(
  page: Page,
  values: Record<string, string>,
  world: 'page' | 'isolated',
): Promise<void> {
  await page.evaluate(
    ([given, where]) => {
      const form = [...document.querySelectorAll('form')].find((each) => each.elements.namedItem('email'))
      for (const [name, value] of Object.entries(given)) {
        const field = form?.elements.namedItem(name) as HTMLInputElement
        if (where === 'page') field.value = value
        else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
      }
    },
    [values, world] as const,
  )
}

for (const world of ['isolated', 'page'] as const) {
  test(`the purchase form takes what was put in without an event (${world})`, async ({ page }) => {
    const { firstName, email, password } = createBuyer()
    const dialog = await openPurchase(page, 'business-website')
    await putSilently(page, { ...PLACE, firstName, email, password }, world)
    // Typing afterwards makes React render the form again.
    await dialog.getByLabel('Last name').pressSequentially('Holm')
    await dialog.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByRole('dialog', { name: 'Test checkout' })).toContainText(email)
  })
}

test('the checkout takes what was put in without an event', async ({ page, db }) => {
  const { firstName, email, password } = createBuyer()
  const { id } = await db('packages').where({ slug: 'business-website' }).first()
  await page.goto(`/checkout?packageId=${id}`)
  await expect(page.getByLabel('First name')).toBeEnabled()
  await putSilently(page, { firstName, lastName: 'Hopper', email, phone: PLACE.phone, password }, 'page')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('dialog', { name: 'Test checkout' })).toContainText(email)
})

test('the profile takes what was put in without an event', async ({ page, db }) => {
  const user = await createPerson(db)
  await signInAs(page, user)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Manage Profile' }).click()
  await putSilently(page, { company: 'Silent Works', city: 'Aarhus' }, 'page')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Silent Works')).toBeVisible()
  expect(await db('users').where({ id: user.id }).first()).toMatchObject({
    company: 'Silent Works',
    city: 'Aarhus',
  })
})

test('the sign-in takes what was put in without an event', async ({ page, db }) => {
  const { email } = await createPerson(db)
  await page.goto('/#sign-in')
  await expect(signInOf(page)).toBeVisible()
  await putSilently(page, { email, password: PASSWORD }, 'page')
  await signInOf(page).getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard')
})
