/** Calls as the last release had them do what those of today do (api/platform/http/former-names.ts). */
import { expect, test } from 'vitest'
import { insertPackage, insertPaidOrder, insertWebhookMessage } from '#db/testing/builders.ts'
import { signInAs, signInAsAdmin } from './back-office.ts'
import { buyerForm, buyInInstalments } from './buyer.ts'
import { openTestApp, Visitor } from './test-app.ts'

const shop = openTestApp({ variables: { ALLOW_PRIVATE_WEBHOOKS: 'on' } })

test('paths, with their query, their method and their body', async () => {
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

test('calls for a later instalment, which are refused by the codes of before', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  const { id, buyer } = await buyInInstalments(shop)
  const codeOf = (response: { json: () => { code?: string } }) => response.json().code
  const [former, next] = [`/api/orders/${id}/next-part`, `/api/orders/${id}/next-instalment`]
  expect([codeOf(await buyer.post(former)), codeOf(await buyer.post(next))]).toEqual([
    'part_not_due',
    'instalment_not_due',
  ])
  const writeOff = (part: string) =>
    admin.post(`/api/admin/orders/${id}/${part}/write-off`, { reason: 'Kind' })
  expect((await writeOff('parts/2')).statusCode).toBe(200)
  expect([codeOf(await writeOff('parts/2')), codeOf(await writeOff('instalments/2'))]).toEqual([
    'part_not_open',
    'instalment_not_open',
  ])
})

test('queries of lists and of an invoice', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  const { id, buyer } = await buyInInstalments(shop)
  const list = async (query: string) =>
    (await admin.get(`/api/admin/orders?${query}`)).json<{ id: number }[]>()
  expect(await list('limit=5&paymentStatus=part_paid')).toMatchObject([{ id }])
  expect(await list('paymentStatus=part_paid&attention=overduePart')).toEqual([])
  expect((await admin.get('/api/admin/webhook-deliveries?event=order.part_paid')).json()).toEqual([])
  expect((await buyer.get(`/api/orders/${id}/invoice?part=1`)).json()).toMatchObject({
    document: { lines: [{ note: expect.stringContaining('Instalment 1 of 3') }] },
  })
})

test('fields of a purchase and of a webhook', async () => {
  const paymentPlan = [
    { label: 'To begin', share: 50, due: 'purchase' as const },
    { label: 'At completion', share: 50, due: 'accepted' as const },
  ]
  const { id: packageId } = await insertPackage(shop.db, { paymentPlan })
  const purchase = { packageId, finalAmount: 1299, inParts: true, userData: buyerForm() }
  const create = (firstPart: number) =>
    new Visitor(shop).post('/api/create-order', { ...purchase, firstPart })
  expect((await create(600)).json()).toMatchObject({ code: 'price_changed' })
  expect((await create(649.5)).json()).toMatchObject({ amount: 64_950 })
  const { browser: admin } = await signInAsAdmin(shop)
  const body = { url: 'http://127.0.0.1:9/hook', events: ['order.paid', 'order.part_paid'] }
  const added = await admin.post('/api/admin/webhook-endpoints', body)
  expect(added.json(), added.body).toMatchObject({ events: ['order.paid', 'order.instalment_paid'] })
})
