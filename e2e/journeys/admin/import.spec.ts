/** Importing customers and their past orders: checked, mended, imported, invited. In a shop of its own. */
import { expect, type Page } from 'playwright/test'
import { runImport } from '../../../api/features/imports/import.ts'
import { openObjectFolder } from '../../../db/backup/objects.ts'
import { Import } from '../../../db/models/import.ts'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { User } from '../../../db/models/user.ts'
import { type OwnShop, openOwnShop } from '../../support/own-shop.ts'
import { DATA_DIR } from '../../support/topology.ts'
import { test as base, expectToast } from '../support/journey.ts'
import { createPerson, signInAs } from '../support/people.ts'

const CUSTOMERS = `Given name;last_name;email;Telephone;Loyalty
Grace;Holm;grace@holm.example;+45 33 12 34 56;gold
Li;Wei;li@wei.example;;
A;Short;no-mail;12;
`
const ORDERS = `source,reference,email,package,amount,status,ordered_on
old-shop,A-1042,grace@holm.example,Logo and letters,1299.00,completed,2024-03-31
`

const test = base.extend<{ shop: OwnShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  shop: async ({}, use) => {
    const shop = await openOwnShop()
    await use(shop)
    await shop.close()
  },
  baseURL: async ({ shop }, use) => use(shop.origin),
  page: async ({ page, shop }, use) => {
    await signInAs(page, await createPerson(shop.db, { isAdmin: true }))
    await use(page)
  },
})

/** Imports the file as the publisher does, which does not run in the journeys. */
async function runWaitingImport({ db }: OwnShop, state: Import['state']): Promise<void> {
  const waiting = () => Import.query(db).findOne({ state })
  await expect.poll(waiting).toBeDefined()
  await runImport({ db, objects: openObjectFolder(DATA_DIR) }, (await waiting())?.id ?? 0)
}

const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('customers and their past orders are checked, imported, and sent links when the admin says so', async ({
  page,
  shop,
}) => {
  // Opens a shop of its own and imports three files.
  test.slow()
  await page.goto('/admin?view=import')
  await expect(page.getByText('up to 50,000 rows and 20 MB')).toBeVisible()
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Template' }).click()
  expect((await template).suggestedFilename()).toBe('customers.csv')

  // Headings that the shop does not know are matched by hand, and what was chosen is there for the next such file.
  await choose(page, 'old customers.csv', CUSTOMERS)
  await expect(page.getByLabel('Given name')).toHaveAccessibleDescription('Grace · Li · A')
  await page.getByLabel('Telephone').selectOption('email')
  await page.getByRole('button', { name: 'Check File' }).click()
  const form = page.getByRole('region', { name: 'Match the columns' })
  await expect(form.getByRole('alert')).toContainText('Choose a column for first_name.')
  await expect(page.getByLabel('Telephone')).toHaveAccessibleDescription(/email is chosen twice/)
  await page.getByLabel('Given name').selectOption('first_name')
  await page.getByLabel('Telephone').selectOption('phone')
  await page.getByRole('button', { name: 'Check File' }).click()
  await expect(page.getByText('Nothing of it is written.')).toBeVisible()
  await runWaitingImport(shop, 'checking')
  await page.getByRole('button', { name: 'All imports' }).click()
  await choose(page, 'old customers.csv', CUSTOMERS)
  await expect(page.getByLabel('Telephone')).toHaveValue('phone')
  await page.getByRole('button', { name: 'Check File' }).click()
  await expect(page.getByText('Nothing of it is written.')).toBeVisible()
  await runWaitingImport(shop, 'checking')
  const errors = page.getByRole('list', { name: 'Errors by row' })
  await expect(errors).toContainText('Row 4emailPlease enter a valid email address‘no-mail’')
  await expect(errors).toContainText('Example: grace@holm.example')
  expect(await User.query(shop.db).resultSize()).toBe(1)

  await page.getByRole('button', { name: 'Import 2 customers' }).click()
  await runWaitingImport(shop, 'applying')
  await expect(page.getByRole('heading', { name: 'Imported customers' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Grace Holm/ })).toContainText('No link sent')
  expect(await OutboxMessage.query(shop.db).resultSize()).toBe(0)

  await page.getByRole('checkbox', { name: 'Select Grace Holm' }).check()
  await page.getByRole('button', { name: 'Send 1 sign-in link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expectToast(page, 'Links Sent', '1 sign-in link on the way.')
  await expect(page.getByRole('row', { name: /Grace Holm/ })).toContainText('Link sent')
  await expect(page.getByRole('row', { name: /Li Wei/ })).toContainText('No link sent')

  await page.getByRole('button', { name: 'All imports' }).click()
  await page.getByText('Past orders', { exact: true }).first().click()
  await choose(page, 'old orders.csv', ORDERS)
  await runWaitingImport(shop, 'checking')
  await page.getByRole('button', { name: 'Import 1 past order' }).click()
  await runWaitingImport(shop, 'applying')
  await expect(page.getByText(/Past orders, imported by/)).toBeVisible()
  await page.getByRole('button', { name: 'All imports' }).click()
  await expect(page.getByRole('row', { name: /Logo and letters/ })).toContainText('$1,299.00')

  // The customer sees the order after the address is verified.
  const grace = await User.query(shop.db).findOne({ email: 'grace@holm.example' }).throwIfNotFound()
  const { passwordHash } = await createPerson(shop.db)
  await grace.$query(shop.db).patch({ emailVerifiedAt: new Date(), passwordHash })
  await signInAs(page, grace)
  await page.goto('/dashboard')
  const earlier = page.getByRole('region', { name: 'Earlier orders' })
  await expect(earlier).toContainText('A-1042 · old-shop')
  await expect(earlier).toContainText('$1,299.00')
})
