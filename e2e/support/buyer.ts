/** A buyer per journey, because all journeys share one shop. */
import type { Locator, Page } from 'playwright/test'
import { expectToast, openPurchase } from './journey.ts'

export interface Buyer {
  firstName: string
  email: string
  password: string
}

export function createBuyer(firstName = 'Grace'): Buyer {
  return {
    firstName,
    email: `${firstName.toLowerCase()}-${crypto.randomUUID()}@example.com`,
    password: 'a-fine-secret',
  }
}

/** The fields that are the same for every buyer, by label. */
export const DETAILS = {
  'Last name': 'Holm',
  Phone: '+45 33 12 34 56',
  Company: 'Holm & Sons',
  'Job title': 'Owner',
  Address: 'Bredgade 12',
  City: 'Copenhagen',
  'State or region': 'Hovedstaden',
  'Postal code': '1260',
} as const

/** The purchase modal's form, all of it. */
export async function fillForm(form: Locator, buyer: Buyer): Promise<void> {
  await fillGuestForm(form, buyer)
  // What the parts of an address are called follows from the country.
  await form.getByLabel('Country').selectOption('DK')
  for (const label of [
    'Company',
    'Job title',
    'Address',
    'City',
    'State or region',
    'Postal code',
  ] as const) {
    await form.getByLabel(label).fill(DETAILS[label])
  }
}

/** Opens a package's purchase modal and fills it in. */
export async function openFilledPurchase(page: Page, slug: string, buyer: Buyer): Promise<Locator> {
  const dialog = await openPurchase(page, slug)
  await fillForm(dialog, buyer)
  return dialog
}

/** The five fields that the checkout page asks a guest for. */
export async function fillGuestForm(form: Locator, buyer: Buyer): Promise<void> {
  await form.getByLabel('First name').fill(buyer.firstName)
  await form.getByLabel('Last name').fill(DETAILS['Last name'])
  await form.getByLabel('Email').fill(buyer.email)
  await form.getByLabel('Phone').fill(DETAILS.Phone)
  await form.getByLabel('Password').fill(buyer.password)
}

/** On any page, by the header's dialog; ends on the buyer's dashboard. */
export async function signIn(page: Page, { email, password }: Pick<Buyer, 'email' | 'password'>) {
  await page.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Logged in successfully')
  await page.waitForURL('**/dashboard')
}
