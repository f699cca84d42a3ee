import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { LinkedPayment, type PayByLinkBody } from '#api/contract/sales/payment-links.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { findUnfinished } from '#api/money/payments/unfinished-order.ts'
import { type InstalmentOf, readPaymentToken } from '#api/orders/order/resume-token.ts'
import { Conflict, DomainError } from '#api/platform/errors.ts'
import { DAY_MS } from '#api/platform/http/limits.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { OFFER_PAY_DAYS } from '#api/rules/offers.ts'
import { findDueInstalment, openNextInstalment } from '#api/sales/checkout/next-instalment.ts'
import { listInstalments } from '#api/sales/checkout/provider-order.ts'
import { assertPayable, openAgain } from '#api/sales/checkout/retry.ts'
import { findLinkedOffer } from '#api/sales/offers/offer.ts'
import type { Order } from '#db/models/orders/order.ts'
import type { OfferContent } from '#db/models/sales/offer.ts'
import { identify, type Payer, storeAnswers } from './who-pays.ts'

/**
 * Says what a mailed link pays, and what is asked first. Nothing is opened at the provider.
 * @throws as {@link findPayableOf} does; Conflict instalment_not_due
 */
export async function openPaymentLink(
  services: PaymentServices,
  token: string,
  payer: Payer,
): Promise<LinkedPayment> {
  const { db } = services
  const named = await findPayableOf(services, token)
  if ('position' in named) return showInstalment(services, named)
  const { order, offer } = named
  const { needs } = await identify(db, order, payer)
  const [first] = order.isInInstalments ? await listInstalments(db, order) : []
  const toText = (minor: number) => toDecimal(money(minor, order.currency))
  return toWire(LinkedPayment, {
    ...order,
    needs,
    amount: toText(first?.amount ?? order.amountCents),
    isFirstInstalment: first !== undefined,
    // An account's names are not for anybody with an offer's link.
    buyer: offer ?? order.buyer,
    ...(offer
      ? { payBy: new Date(order.createdAt.getTime() + OFFER_PAY_DAYS * DAY_MS) }
      : {
          kept: {
            ...order,
            description: order.package?.description ?? '',
            originalAmount: toText(order.originalCents),
            discountAmount: toText(order.discountCents),
            total: toText(order.amountCents),
          },
        }),
  })
}

/** Shows the instalment, and nothing else of its order. */
async function showInstalment(services: PaymentServices, named: InstalmentOf): Promise<LinkedPayment> {
  const { order, instalment, of } = await findDueInstalment(services, named)
  const { position, label, amountCents, currency } = instalment
  return toWire(LinkedPayment, {
    needs: 'nothing',
    invoiceNumber: order.invoiceNumber,
    packageName: order.packageName,
    amount: toDecimal(money(amountCents, currency)),
    currency,
    isFirstInstalment: false,
    instalment: { label, position, of },
  })
}

/**
 * Opens the payment of a mailed link in this browser, once what it needs is answered.
 * @throws as {@link findPayableOf}, {@link storeAnswers}, {@link openNextInstalment} and {@link openAgain} do
 */
export async function payByLink(
  services: PaymentServices,
  body: PayByLinkBody,
  payer: Payer & { browserHash: Buffer },
): Promise<CreateOrderResponse> {
  const named = await findPayableOf(services, body.token)
  if ('position' in named) return (await openNextInstalment(services, named)).order
  await storeAnswers(services, named.order, body, payer)
  return openAgain(services, named.order, payer.browserHash)
}

/** @throws DomainError 404 payment_link_invalid; Conflict offer_replaced, offer_not_accepted, order_paid, order_given_up */
async function findPayableOf(
  { db, env }: PaymentServices,
  token: string,
): Promise<InstalmentOf | { order: Order; offer?: OfferContent }> {
  const signed = readPaymentToken(env, token)
  if (signed && 'position' in signed) return signed
  const linked = signed ? undefined : await findLinkedOffer(db, token)
  if (linked && !linked.offer.order) throw new Conflict('offer_not_accepted', 'Please accept the offer first')
  const orderId = signed?.orderId ?? linked?.offer.order?.id
  const order = orderId === undefined ? undefined : await findUnfinished(db, orderId)
  if (!order) throw new DomainError(404, 'payment_link_invalid', 'This link is not valid or has expired')
  await assertPayable(db, order)
  return { order, ...(linked && { offer: linked.version.content as OfferContent }) }
}
