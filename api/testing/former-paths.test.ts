/** Calls under the paths of the last release lead to those of today (api/platform/http/former-paths.ts). */
import { expect, test } from 'vitest'
import { insertPaidOrder, insertWebhookMessage } from '#db/testing/builders.ts'
import { signInAs, signInAsAdmin } from './back-office.ts'
import { openTestApp } from './test-app.ts'

const shop = openTestApp()

test('with their query, their method and their body', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  const { browser: grace, user } = await signInAs(shop, { email: 'grace@example.com' })
  const { id } = await insertPaidOrder(shop.db, { userId: user.id, status: 'processing' })
  const { messageId } = await insertWebhookMessage(shop.db, { state: 'failed' })
  const list = async (path: string) => (await admin.get(`/api/admin/${path}`)).json()
  expect(await list('webhook-deliveries?state=failed')).toMatchObject([{ messageId }])
  expect(await list('webhook-deliveries?state=waiting')).toEqual([])
  expect(await list('webhook-events')).toEqual([])
  const added = await grace.post(`/api/orders/${id}/access`, { kind: 'cms', note: 'Invite us by mail.' })
  expect(added.statusCode).toBe(201)
  const [{ id: credentialsId }] = added.json().credentials
  expect((await admin.post(`/api/access/${credentialsId}/reveal`)).json()).toMatchObject({ kind: 'cms' })
  expect((await grace.call('DELETE', `/api/access/${credentialsId}`)).json().credentials).toEqual([])
  expect((await grace.post('/api/replies/1/discard')).json()).toMatchObject({ message: 'Mail not found' })
})
