/**
 * Places an order: first at the provider, then here in one transaction, with the provider's id. If the provider fails, nothing
 * is stored. If the transaction fails, the provider is left with an order that nobody can pay.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import {
  assertCouponFitsCurrency,
  couponInvalid,
  findUsableCoupon,
  lockOrdersHolding,
  lockUsableCoupon,
  reserveCoupon,
  toDiscount,
} from '#api/catalogue/coupons/coupon.ts'
import { currencies, policiesInForce } from '#api/content/content.ts'
import type { CreateOrderBody, CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { assertStateOfAccount, assertStateOfForm } from '#api/money/invoices/assert-state.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { insertParts } from '#api/money/payments/parts.ts'
import { settleOrder } from '#api/money/payments/settle.ts'
import { cancelUnpaidOrder } from '#api/orders/order/order-status.ts'
import { holdSession } from '#api/people/auth/sessions/session-store.ts'
import { issueSignInToken } from '#api/people/auth/sessions/sign-in-token.ts'
import { Conflict, getFound } from '#api/platform/errors.ts'
import type { StoreResponse } from '#api/platform/http/idempotency.ts'
import { decimalsOf } from '#api/rules/money/currencies.ts'
import { compare, type Money, money } from '#api/rules/money/money.ts'
import { type PartOfOrder, splitByPlan } from '#api/rules/money/payment-plan.ts'
import { fitsCurrency, type Quote, quotePrice, toColumns } from '#api/rules/money/pricing.ts'
import { isOffered, maySellIn, smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { findListedOrigin } from '#api/sales/widget/embed-origin.ts'
import type { Coupon } from '#db/models/catalogue/coupon.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { askIfBought, findTwin, lockPurchase } from './bought-before.ts'
import { identifyBuyer, type Visitor } from './identify-buyer.ts'
import {
  listParts,
  openPayableOrder,
  openProviderOrder,
  toDetails,
  toPayableOrder,
} from './provider-order.ts'

/**
 * @param storeResponse stores the response for repeated calls, without the secret that signs the buyer in
 * @throws NotFound, Forbidden, InvalidInput, Unavailable; Conflict price_changed, coupon_invalid, email_taken, below_minimum,
 *   currency_unavailable, bought_before
 */
export async function placeOrder(
  services: PaymentServices,
  body: CreateOrderBody,
  { user, sessionRowId, browserHash, ipAddress }: Visitor,
  storeResponse: StoreResponse<CreateOrderResponse> | undefined,
): Promise<CreateOrderResponse> {
  const { db, env, gateway } = services
  const form = body.userData ?? body
  const couponCode = form.couponCode || null
  const offer = await getFound(findOffer(db, body.packageId), 'Package')

  const coupon = couponCode ? await findUsableCoupon(db, couponCode, user?.id ?? null) : undefined
  if (couponCode && !coupon) throw couponInvalid(409)
  const wanted = body.currency ?? currencies.default
  const price = priceOf(offer, wanted)
  if (coupon) assertCouponFitsCurrency(coupon, price.currency)
  const quote = quotePrice(price, coupon && toDiscount(coupon))
  if (price.currency !== wanted) throw priceChanged(quote)
  if (!isAgreed(quote.amount, body.finalAmount)) throw priceChanged(quote)
  const buyer = await identifyBuyer(db, body, { user, ipAddress })
  if (buyer.form) assertStateOfForm(buyer.snapshot, 'userData.state')
  else assertStateOfAccount(buyer.snapshot)
  if (!maySellIn(currencies, buyer.snapshot.country, price.currency)) throw priceChanged(quoteInDefault())
  const isAsked = body.again === false
  if (isAsked) await askIfBought(db, offer.id, buyer)

  // A page that does not ask for parts, such as one of the previous version, has shown the whole price: the order is paid at once.
  const parts = body.inParts ? splitOf(offer, quote.amount) : undefined
  if (body.inParts && !(parts?.[0] && isAgreed(parts[0].amount, body.firstPart))) throw priceChanged(quote)
  const payable = (parts ?? []).map(({ amount, due }) => ({ amount: amount.minor, due }))
  const receipt = `rcpt_${randomUUID().replaceAll('-', '')}`
  const providerOrderId =
    quote.amount.minor > 0
      ? await openProviderOrder(services, {
          amount: parts?.[0]?.amount ?? quote.amount,
          receipt,
          inDefault: () => quoteInDefault().amount,
        })
      : null

  const placed = {
    packageId: offer.id,
    userId: buyer.account?.id ?? null,
    buyer: buyer.snapshot,
    reference: form.reference || null,
    usdInrRate: env.usdInrRate,
    receipt,
    provider: gateway.name,
    providerOrderId,
    isInParts: parts !== undefined,
    browserHash,
    passwordDigest: buyer.passwordDigest,
    embedOrigin: (await findListedOrigin(db, body.embedOrigin)) ?? null,
  }
  return db.transaction(async (trx) => {
    if (isAsked) {
      await lockPurchase(trx, offer.id, buyer.email)
      await askIfBought(trx, offer.id, buyer)
      const { packageId, userId, provider, embedOrigin, reference, isInParts } = placed
      const couponCode = coupon?.code ?? null
      const terms = { packageId, userId, provider, embedOrigin, reference, isInParts, couponCode }
      const twin = await findTwin(
        trx,
        {
          ...terms,
          amountCents: quote.amount.minor,
          currency: quote.amount.currency,
          buyer: placed.buyer,
          browserHash,
        },
        body.userData?.password,
      )
      // The package's payment plan may have changed since.
      if (twin && isDeepStrictEqual(await listParts(trx, twin), payable)) {
        const response = await openPayableOrder(services, trx, twin)
        await storeResponse?.(trx, response)
        return response
      }
    }
    // Frees the coupon uses that the buyer's abandoned orders hold.
    const { email } = buyer
    const abandoned = coupon
      ? await lockOrdersHolding(trx, coupon, { email, browserHash, userId: placed.userId })
      : []
    for (const orderId of abandoned)
      await cancelUnpaidOrder(services.jobs, trx, orderId, 'Replaced by a new order')
    // A personal coupon is valid only for its owner's own orders.
    const ownerId = user?.id === placed.userId ? placed.userId : null
    const use = { userId: ownerId, packageId: offer.id, email, isSignedIn: !buyer.form }
    const used = couponCode ? await lockUsableCoupon(trx, couponCode, use) : undefined
    const final = quotePrice(price, used && toDiscount(used))
    if (compare(final.amount, quote.amount) !== 0) throw priceChanged(final)

    const details = buyer.form && {
      ...buyer.snapshot,
      ...buyer.form,
      packageId: offer.id,
      userId: placed.userId,
    }
    const registration = details && (await Registration.query(trx).insert(details).returning('id'))
    const order = await storeOrder(
      trx,
      { ...placed, registrationId: registration?.id ?? null },
      { quote: final, coupon: used, parts },
    )
    if (used) await reserveCoupon(trx, { coupon: used, orderId: order.id, email })
    if (used?.ownerId && !(await holdSession(trx, used.ownerId, sessionRowId))) throw couponInvalid(409)
    const response = toPayableOrder(services, order, payable)
    await storeResponse?.(trx, response)
    if (final.amount.minor > 0) return response

    // Settles a free order at once, without a payment.
    const settlement = { actorKind: 'customer', payment: undefined } as const
    const settled = await settleOrder(services, trx, order.id, settlement)
    const sessionId = await issueSignInToken(trx, settled.order, browserHash)
    return { ...response, ...(sessionId && { sessionId }) }
  })

  function quoteInDefault(): Quote {
    const inDefault = priceOf(offer, currencies.default)
    const fits = coupon && fitsCurrency(toDiscount(coupon), inDefault.currency)
    return quotePrice(inDefault, fits ? toDiscount(coupon) : undefined)
  }
}

/** @throws NotFound, Conflict price_changed if the package has changed meanwhile */
async function storeOrder(
  trx: Knex.Transaction,
  placed: Partial<Order> & Pick<Order, 'packageId'>,
  { quote, coupon, parts }: { quote: Quote; coupon: Coupon | undefined; parts: PartOfOrder[] | undefined },
): Promise<Order> {
  const offer = await getFound(findOffer(trx, placed.packageId).forShare(), 'Package')
  const price = priceOf(offer, quote.original.currency)
  if (price.currency !== quote.original.currency || compare(price, quote.original) !== 0)
    throw priceChanged(quotePrice(price, coupon && toDiscount(coupon)))
  if (parts && !isDeepStrictEqual(splitOf(offer, quote.amount), parts)) throw priceChanged(quote)
  const acceptedAt = new Date().toISOString()
  const order = await Order.query(trx)
    .insert({
      ...placed,
      ...toColumns(quote),
      packageName: offer.name,
      deliveryDays: offer.deliveryDays,
      includedChanges: offer.includedChanges,
      acceptedPolicies: policiesInForce.map((policy) => ({ ...policy, acceptedAt })),
      couponId: coupon?.id ?? null,
      couponCode: coupon?.code ?? null,
    })
    .returning('*')
  if (parts) await insertParts(trx, order, parts)
  await OrderEvent.query(trx).insert({
    orderId: order.id,
    kind: 'status',
    toValue: order.status,
    actorKind: 'customer',
    actorId: order.userId,
  })
  return order
}

const findOffer = (db: Knex, packageId: number) =>
  Package.query(db)
    .findById(packageId)
    .where({ isActive: true })
    .select(
      'id',
      'name',
      'priceCents',
      'currency',
      'otherPrices',
      'deliveryDays',
      'includedChanges',
      'paymentPlan',
    )

/** Splits the amount left after the coupon. No part is below the smallest charge. */
const splitOf = ({ paymentPlan }: Package, amount: Money) =>
  splitByPlan(paymentPlan, amount, smallestChargeOf(currencies, amount.currency))

/** The price in the wanted currency. Falls back to the package's own price if the package has none in it, or the shop does not offer it. */
function priceOf({ priceCents, currency, otherPrices }: Package, wanted: string): Money {
  const other = isOffered(currencies, wanted) ? otherPrices[wanted] : undefined
  return other === undefined ? money(priceCents, currency) : money(other, wanted)
}

/** Compares with the amount that the client has shown, which may differ by half a minor unit. It is used for nothing else. */
function isAgreed({ minor, currency }: Money, shown: number | string | undefined): boolean {
  if (shown === undefined) return true
  // Avoids multiplication: rounding makes 1299.005 × 100 more than 129900.5.
  const agreed = Number(`${shown}e${decimalsOf(currency)}`)
  return Math.abs(agreed - minor) <= 0.5
}

function priceChanged(quote: Quote): Conflict {
  return new Conflict('price_changed', 'The price has changed since you saw it', toDetails(quote.amount))
}
