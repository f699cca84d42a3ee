/** A buyer per journey, because all journeys share one shop. */
import { expect, type Locator, type Page } from 'playwright/test'
import type { BuyerField } from '#site/kit/stores/buyer-draft.ts'
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

/** Types into the purchase form field by field, for journeys that test typing. */
export async function typeForm(form: Locator, buyer: Buyer): Promise<void> {
  await typeGuestForm(form, buyer)
  // The country comes first, because the address labels depend on it.
  await form.getByLabel('Country').selectOption('DK')
  const { 'Last name': _, Phone: __, ...rest } = DETAILS
  for (const [label, text] of Object.entries(rest)) await form.getByLabel(label).fill(text)
}

/** Types into the five fields that the checkout page shows a guest. */
export async function typeGuestForm(form: Locator, buyer: Buyer): Promise<void> {
  await form.getByLabel('First name').fill(buyer.firstName)
  await form.getByLabel('Last name').fill(DETAILS['Last name'])
  await form.getByLabel('Email').fill(buyer.email)
  await form.getByLabel('Phone').fill(DETAILS.Phone)
  await form.getByLabel('Password').fill(buyer.password)
}

/** Fills in the purchase form at once. */
export async function fillForm(form: Locator, buyer: Buyer): Promise<void> {
  await autofill(form, {
    ...listGuestFields(buyer),
    country: 'DK',
    company: DETAILS.Company,
    jobTitle: DETAILS['Job title'],
    address: DETAILS.Address,
    city: DETAILS.City,
    state: DETAILS['State or region'],
    zipCode: DETAILS['Postal code'],
  })
}

/** Fills in the five fields that the checkout page shows a guest, at once. */
export async function fillGuestForm(form: Locator, buyer: Buyer): Promise<void> {
  await autofill(form, listGuestFields(buyer))
}

const listGuestFields = ({ firstName, email, password }: Buyer) => ({
  firstName,
  lastName: DETAILS['Last name'],
  email,
  phone: DETAILS.Phone,
  password,
})

/** Fills in fields as autofill does: all in one step, each with its input events. */
async function autofill(form: Locator, values: Partial<Record<BuyerField, string>>): Promise<void> {
  const password = form.locator('[name=password]')
  await expect(password).toBeEditable()
  await password.evaluate(({ form }: HTMLInputElement, values) => {
    for (const [name, value] of Object.entries(values)) {
      const control = form?.elements.namedItem(name)
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement))
        throw new Error(`The form has no ${name}`)
      // React only notices a value set by the native setter, because it overrides the setter.
      const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')
      native?.set?.call(control, value)
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }, values)
}

export async function openFilledPurchase(page: Page, slug: string, buyer: Buyer): Promise<Locator> {
  const dialog = await openPurchase(page, slug)
  await fillForm(dialog, buyer)
  return dialog
}

/** Signs in with the dialog of any page's header, and ends on the dashboard. */
export async function signIn(page: Page, { email, password }: Pick<Buyer, 'email' | 'password'>) {
  await page.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Logged in successfully')
  await page.waitForURL('**/dashboard')
}
