/** Outgoing webhooks: an admin sets one up, sees the sent events, and sends one again. */
import { expect } from 'playwright/test'
import { WebhookEndpoint, WebhookMessage } from '#db/models/outbound/webhook-endpoint.ts'
import { insertEndpoint, insertWebhookMessage } from '#db/testing/builders.ts'
import { expectToast } from '#e2e/journeys/support/journey.ts'
import { adminTest as test } from '#e2e/journeys/support/people.ts'

const uniqueUrl = () => `https://hooks.example.com/${crypto.randomUUID()}`

test('an admin sets a webhook up, changes its secret and its events, disables and deletes it', async ({
  page,
  db,
  admin: _,
  expectFault,
}) => {
  const url = uniqueUrl()
  await page.goto('/admin')
  await page
    .getByRole('navigation', { name: 'More places' })
    .getByRole('link', { name: /^Shop settings/ })
    .click()
  await page
    .getByRole('navigation', { name: 'Shop settings' })
    .getByRole('link', { name: /^Webhooks/ })
    .click()
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  expectFault(/400 .*webhook-endpoints/)
  await dialog.getByLabel('Address').fill('https://192.168.1.1/hooks')
  await dialog.getByRole('button', { name: 'Create Webhook' }).click()
  await expect(dialog.getByText('The address must be on the public internet')).toBeVisible()
  await dialog.getByLabel('Address').fill(url)
  // Nothing listens at the address, so it must not receive the events of other journeys.
  for (const name of [
    ...['Paid orders', 'Paid instalments', 'Status of paid orders', 'Messages'],
    ...['Deliveries', 'Accepted deliveries', 'Faults and changes'],
  ])
    await dialog.getByLabel(name, { exact: true }).uncheck()
  await dialog.getByRole('button', { name: 'Create Webhook' }).click()
  const secret = page.getByRole('dialog', { name: 'Save the secret' })
  const first = await secret.getByText(/^whsec_/).textContent()
  await secret.getByRole('button', { name: 'I have saved it' }).click()

  await page.getByRole('button', { name: `New secret for ${url}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click()
  await expect(secret.getByText(/^whsec_/)).not.toHaveText(first ?? '')
  await expect(secret).toContainText('For 24 hours')
  await secret.getByRole('button', { name: 'I have saved it' }).click()

  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: url })
  await page.getByRole('button', { name: `Disable ${url}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expectToast(page, 'Webhook Disabled', url)
  await expect(row).toContainText('Disabled')
  await page.getByRole('button', { name: `Edit ${url}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit webhook' })
  await edit.getByLabel('Paid orders', { exact: true }).check()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Webhook Updated', url)
  await expect(row).toContainText('Paid orders, Refunds')
  expect(await WebhookEndpoint.query(db).findOne({ url })).toMatchObject({
    events: ['order.paid', 'order.refunded', 'refund.requested'],
    disabledAs: 'admin',
  })

  const deletion = page.getByRole('dialog', { name: 'Delete this webhook?' })
  await page.getByRole('button', { name: `Delete ${url}` }).click()
  await deletion.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: `Delete ${url}` }).click()
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Webhook Deleted', url)
  await expect(row).toHaveCount(0)
  expect(await WebhookEndpoint.query(db).findOne({ url })).toBeUndefined()
})

test('a message that failed says why, and is sent again', async ({ page, db, admin: _ }) => {
  const { id: endpointId } = await insertEndpoint(db, { url: uniqueUrl(), events: ['order.refunded'] })
  const { id, messageId } = await insertWebhookMessage(db, {
    endpointId,
    state: 'failed',
    attempts: 10,
    responseStatus: 500,
    response: 'Down for repair',
  })
  await page.goto(`/admin?view=webhooks&message-q=${messageId}`)
  const row = page.getByRole('row').filter({ hasText: messageId })
  for (const text of ['order.paid', 'Failed', '500 Down for repair', '10 tries'])
    await expect(row).toContainText(text)
  await row.getByRole('button', { name: /^More for/ }).click()
  await row.getByRole('button', { name: /^Send again/ }).click()
  await expectToast(page, 'Message Queued')
  await expect
    .poll(async () => (await WebhookMessage.query(db).findById(id))?.attempts, { timeout: 20_000 })
    .toBe(11)
  await WebhookEndpoint.query(db)
    .findById(endpointId)
    .patch({ disabledAt: new Date(), disabledAs: 'admin', failingSince: null })
})
