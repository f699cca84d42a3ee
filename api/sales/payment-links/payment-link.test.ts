/** Links of mails that were sent already open the one payment, as long as they were promised to work. */
import { createHmac } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { OpenedOffer, SentOffer } from '#api/contract/sales/offers.ts'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { createInstalmentToken, createResumeToken } from '#api/orders/order/resume-token.ts'
import { INSTALMENT_LINK_DAYS, RESUME_LINK_HOURS } from '#api/rules/periods.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyInInstalments, payOrder, placeModalOrder } from '#api/testing/buyer.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { GRACE_HOLM, insertPackage, OFFER_CONTENT } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const DAY_MS = 86_400_000
const { email: _, taxId: __, ...details } = GRACE_HOLM

/** Signs as a mail did that was sent then. */
function sentAgo<T>(milliseconds: number, sign: () => T): T {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - milliseconds)
  try {
    return sign()
  } finally {
    clock.mockRestore()
  }
}

async function placeUnpaid(): Promise<CreateOrderResponse> {
  const { id: packageId } = await insertPackage(shop.db)
  return placeModalOrder(new Visitor(shop), { packageId, finalAmount: 1299 })
}

async function placeDue(): Promise<number> {
  const { id } = await buyInInstalments(shop)
  const { browser } = await signInAsAdmin(shop)
  await browser.post(`/api/orders/${id}/deliveries`, { note: 'Done' })
  return id
}

async function acceptOffer(visitor: Visitor): Promise<string> {
  const { browser } = await signInAsAdmin(shop)
  const { id, version } = (await browser.post('/api/admin/offers', OFFER_CONTENT)).json()
  const sent = await browser.post(`/api/admin/offers/${id}/send`, { byMail: false, version })
  const token = new URL(sent.json<SentOffer>().link).hash.slice(1)
  expect((await open(visitor, token)).json()).toMatchObject({ code: 'offer_not_accepted' })
  const { sha256 } = (await visitor.post('/api/offers/open', { token })).json<OpenedOffer>()
  await visitor.post('/api/offers/accept', { token, name: 'Grace', sha256, acceptsPolicies: true })
  return token
}

const open = (visitor: Visitor, token: string) => visitor.post('/api/payment-links/open', { token })

test.each([
  [
    'about a failed payment',
    'password',
    async () => {
      const { id } = await placeUnpaid()
      return sentAgo((RESUME_LINK_HOURS - 1) * 3_600_000, () => createResumeToken(shop.env, id))
    },
  ],
  [
    'about an instalment that is due',
    'nothing',
    async () => {
      const orderId = await placeDue()
      return sentAgo((INSTALMENT_LINK_DAYS - 1) * DAY_MS, () =>
        createInstalmentToken(shop.env, { orderId, position: 2 }),
      )
    },
  ],
  [
    'of the last release about an instalment that is due',
    'nothing',
    async () => {
      const text = `${await placeDue()}-2.${Math.floor(Date.now() / 1000) + 60}`
      const sign = createHmac('sha256', shop.env.sessionSecrets[0] ?? '').update(`pay-part:${text}`)
      return `${text}.${sign.digest('base64url')}`
    },
  ],
  ['with an offer', 'account', acceptOffer],
])(
  'the link of an earlier mail %s says what it pays and asks first, and pays it',
  async (_what, needs, link) => {
    const visitor = new Visitor(shop)
    const token = await link(visitor)
    const shown = (await open(visitor, token)).json<LinkedPayment>()
    expect(shown).toMatchObject({ needs, currency: 'USD' })
    const body = { token, newPassword: 'a-fine-secret', details }
    const opened = await visitor.post('/api/payment-links/pay', body)
    expect(opened.statusCode, opened.body).toBe(200)
    const order = opened.json<CreateOrderResponse>()
    expect(order).toMatchObject({ invoiceNumber: shown.invoiceNumber, amount: Number(shown.amount) * 100 })
    expect((await payOrder(shop, visitor, order)).statusCode).toBe(200)
    expect(await Order.query(shop.db).findById(order.orderId)).not.toMatchObject({ paymentStatus: 'unpaid' })
    expect((await open(visitor, token)).json().code).toMatch(/^(order_paid|instalment_not_due)$/)
  },
)

test.each([
  [
    'about a failed payment',
    RESUME_LINK_HOURS * 3_600_000,
    async () => {
      const { id } = await placeUnpaid()
      return () => createResumeToken(shop.env, id)
    },
  ],
  [
    'about an instalment that is due',
    INSTALMENT_LINK_DAYS * DAY_MS,
    async () => {
      const orderId = await placeDue()
      return () => createInstalmentToken(shop.env, { orderId, position: 2 })
    },
  ],
])(
  'the link of a mail %s neither shows nor opens anything once it has expired',
  async (_what, lasts, prepare) => {
    const token = sentAgo(lasts + 1000, await prepare())
    for (const what of ['open', 'pay']) {
      const refused = await new Visitor(shop).post(`/api/payment-links/${what}`, {
        token,
        newPassword: 'a-fine-secret',
      })
      expect([refused.statusCode, refused.json().code]).toEqual([404, 'payment_link_invalid'])
    }
  },
)
