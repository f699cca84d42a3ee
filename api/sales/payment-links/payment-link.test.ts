/** Links of mails that were sent already open the one payment, as long as they were promised to work. */
import { createHmac } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { createInstalmentToken, createResumeToken } from '#api/orders/order/resume-token.ts'
import { INSTALMENT_LINK_DAYS, RESUME_LINK_HOURS } from '#api/rules/periods.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyInInstalments, getOrder, openLink, payByLink, payOrder, placeOrder } from '#api/testing/buyer.ts'
import { acceptOffer, sendOffer, writeOffer } from '#api/testing/offers.ts'
import { expectRefused, succeed } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { GRACE_HOLM } from '#db/testing/builders.ts'

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

async function placeDue(): Promise<number> {
  const { id } = await buyInInstalments(shop)
  const { browser } = await signInAsAdmin(shop)
  await browser.post(`/api/orders/${id}/deliveries`, { note: 'Done' })
  return id
}

async function acceptNew(visitor: Visitor): Promise<string> {
  const { browser } = await signInAsAdmin(shop)
  const token = await sendOffer(browser, await writeOffer(browser))
  expectRefused(await openLink(visitor, token), 'offer_not_accepted')
  await acceptOffer(visitor, token)
  return token
}

/** By mail: how long its link works, and what signs it, once all is prepared. */
const LINKS = {
  'about a failed payment': [
    RESUME_LINK_HOURS * 3_600_000,
    async () => {
      const { id } = await placeOrder(shop)
      return () => createResumeToken(shop.env, id)
    },
  ],
  'about an instalment that is due': [
    INSTALMENT_LINK_DAYS * DAY_MS,
    async () => {
      const orderId = await placeDue()
      return () => createInstalmentToken(shop.env, { orderId, position: 2 })
    },
  ],
} as const
const signAgo = async (mail: keyof typeof LINKS, ageOf: (lasts: number) => number) =>
  sentAgo(ageOf(LINKS[mail][0]), await LINKS[mail][1]())

test.each<[string, string, (visitor: Visitor) => Promise<string>]>([
  ['about a failed payment', 'password', () => signAgo('about a failed payment', (ms) => ms - 3_600_000)],
  [
    'about an instalment that is due',
    'nothing',
    () => signAgo('about an instalment that is due', (ms) => ms - DAY_MS),
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
  ['with an offer', 'account', acceptNew],
])(
  'the link of an earlier mail %s says what it pays, asks first, and pays it',
  async (_what, needs, link) => {
    const visitor = new Visitor(shop)
    const token = await link(visitor)
    const shown = await succeed<LinkedPayment>(openLink(visitor, token))
    expect(shown).toMatchObject({ needs, currency: 'USD' })
    const order = await succeed<CreateOrderResponse>(
      payByLink(visitor, token, { newPassword: 'a-fine-secret', details }),
    )
    expect(order).toMatchObject({ invoiceNumber: shown.invoiceNumber, amount: Number(shown.amount) * 100 })
    expect((await payOrder(shop, visitor, order)).statusCode).toBe(200)
    expect(await getOrder(shop, order.orderId)).not.toMatchObject({ paymentStatus: 'unpaid' })
    expect((await openLink(visitor, token)).json().code).toMatch(/^(order_paid|instalment_not_due)$/)
  },
)

test.each(Object.keys(LINKS) as (keyof typeof LINKS)[])(
  'the link of a mail %s neither shows nor opens anything once it has expired',
  async (mail) => {
    const token = await signAgo(mail, (ms) => ms + 1000)
    const visitor = new Visitor(shop)
    expectRefused(await openLink(visitor, token), 'payment_link_invalid', 404)
    const withPassword = await payByLink(visitor, token, { newPassword: 'a-fine-secret' })
    expectRefused(withPassword, 'payment_link_invalid', 404)
  },
)
