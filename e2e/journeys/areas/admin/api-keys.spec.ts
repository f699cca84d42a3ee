/** API keys: an admin makes one, sees it once, and revokes it. */
import { expect } from 'playwright/test'
import { expectToast } from '#e2e/journeys/support/journey.ts'
import { adminTest as test } from '#e2e/journeys/support/people.ts'

test('an admin makes a key for a program, sees it once and revokes it', async ({
  page,
  admin: _,
  request,
}) => {
  const name = `Books ${crypto.randomUUID()}`
  await page.goto('/admin?view=keys')
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByLabel('Read sales, invoices and refunds').check()
  await dialog.getByRole('button', { name: 'Create API Key' }).click()
  const shown = page.getByRole('dialog', { name: 'Save the key' })
  const key = await shown.getByText(/^shop_live_/).textContent()
  await shown.getByRole('button', { name: 'I have saved it' }).click()

  const headers = { authorization: `Bearer ${key}` }
  const statusOf = async (path: string) => (await request.get(path, { headers })).status()
  expect(await statusOf('/api/accounts/orders')).toBe(200)
  expect(await statusOf('/api/admin/users')).toBe(403)
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('orders:read, reports:read')
  await expect(row).not.toContainText(key ?? '')

  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expectToast(page, 'API Key Revoked', name)
  await expect(row).toContainText('Revoked')
  expect(await statusOf('/api/accounts/orders')).toBe(401)
})
