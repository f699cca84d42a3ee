/** Addresses of the shop: its IP address, another name, a link with a plus, the path for password managers, an unreadable one. */
import { expect, type Page } from 'playwright/test'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import { test } from '#e2e/journeys/support/journey.ts'
import { createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'
import { signInOf } from '#e2e/journeys/support/sign-in.ts'
import { ORIGIN, ORIGIN_PORT } from '#e2e/support/topology.ts'

async function typeSignIn(page: Page, email: string): Promise<void> {
  const dialog = signInOf(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
}

const HERE = `http://127.0.0.1:${ORIGIN_PORT}`

test('the demo that is opened by its IP address sells', async ({ page }) => {
  await page.goto(`${HERE}/packages/business-website`)
  await page
    .getByRole('button', { name: /^Buy Now/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Get Started with Business Website' })
  await fillForm(dialog, createBuyer())
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  const checkout = page.getByRole('dialog', { name: 'Test checkout' })
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(`${HERE}/dashboard`)
  await expect(page.getByRole('region', { name: 'Recent Orders' })).toContainText('Business Website')
})

test('at any other name the refusal says at which address the shop is', async ({ page, db, expectFault }) => {
  expectFault(/403/)
  const { email } = await createPerson(db)
  await page.goto(`http://shop.localhost:${ORIGIN_PORT}/#sign-in`)
  await typeSignIn(page, email)
  await expect(signInOf(page)).toContainText(ORIGIN)
})

test('a plus in the address of a link stays one', async ({ page }) => {
  await page.goto('/#sign-in=ada+shop@example.com')
  await expect(signInOf(page).getByLabel('Email')).toHaveValue('ada+shop@example.com')
  await page.goto('about:blank')
  await page.goto('/#forgot-password=ada+shop@example.com')
  await expect(page.locator('#forgot-email')).toHaveValue('ada+shop@example.com')
  await page.goto('about:blank')
  await page.goto('/#sign-in=ada%2Bshop%40example.com')
  await expect(signInOf(page).getByLabel('Email')).toHaveValue('ada+shop@example.com')
})

test('a password manager is led to the change of the password', async ({ page, db }) => {
  const person = await createPerson(db)
  const change = page.getByRole('dialog', { name: 'Change Password' })
  await page.goto('/.well-known/change-password')
  await typeSignIn(page, person.email)
  await expect(change).toBeVisible()
  await page.goto('about:blank')
  await signInAs(page, person)
  await page.goto('/.well-known/change-password')
  await expect(change).toBeVisible()
  await change.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await expect(change).toBeHidden()
})
