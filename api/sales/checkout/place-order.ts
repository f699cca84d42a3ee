/**
 * Places an order: first at the provider, then here in one transaction, with the provider's id. If the provider fails, nothing
 * is stored. If the transaction fails, the provider is left with an order that nobody can pay.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import {
  couponInvalid,
  lockOrdersHolding,
  lockUsableCoupon,
  reserveCoupon,
} from '#api/catalogue/coupons/coupon.ts'
import { policiesInForce } from '#api/content/content.ts'
import type { CreateOrderBody, CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { insertInstalments } from '#api/money/payments/instalments.ts'
import { settleOrder } from '#api/money/payments/settle.ts'
import { cancelUnpaidOrder } from '#api/orders/order/order-status.ts'
import { holdSession } from '#api/people/auth/sessions/session-store.ts'
import { issueSignInToken } from '#api/people/auth/sessions/sign-in-token.ts'
import type { StoreResponse } from '#api/platform/http/idempotency.ts'
import type { InstalmentOfOrder } from '#api/rules/money/payment-plan.ts'
import { toColumns } from '#api/rules/money/pricing.ts'
import { findListedOrigin } from '#api/sales/widget/embed-origin.ts'
import type { Coupon } from '#db/models/catalogue/coupon.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import {
  type AgreedPrice,
  agreeOnInstalments,
  agreeOnPrice,
  assertPriceWith,
  assertSoldTo,
  lockPackageAt,
  quoteInDefault,
} from './agreed-price.ts'
import { askIfBought, findSharedOrder, lockPurchase } from './bought-before.ts'
import { type Buyer, identifyBuyer, type Visitor } from './identify-buyer.ts'
import { listInstalments, openPayableOrder, openProviderOrder, toPayableOrder } from './provider-order.ts'

/** What all steps of a purchase share. */
interface Purchase {
  services: PaymentServices
  body: CreateOrderBody
  visitor: Visitor
  price: AgreedPrice
  buyer: Buyer
  /** Undefined for an order that is paid at once. */
  instalments: InstalmentOfOrder[] | undefined
}

/** The columns that are known before the transaction. */
type Draft = Awaited<ReturnType<typeof draftOrder>>

/**
 * @param storeResponse stores the response for repeated calls, without the secret that signs the buyer in
 * @throws NotFound, Forbidden, InvalidInput, Unavailable; Conflict price_changed, coupon_invalid, email_taken, below_minimum,
 *   currency_unavailable, bought_before
 */
export async function placeOrder(
  services: PaymentServices,
  body: CreateOrderBody,
  visitor: Visitor,
  storeResponse: StoreResponse<CreateOrderResponse> | undefined,
): Promise<CreateOrderResponse> {
  const { db } = services
  const price = await agreeOnPrice(db, body, visitor.user)
  const buyer = await identifyBuyer(db, body, visitor)
  assertSoldTo(buyer.snapshot.country, price)
  const asksIfBought = body.again === false
  if (asksIfBought) await askIfBought(db, price.package.id, buyer)
  const purchase = { services, body, visitor, price, buyer, instalments: agreeOnInstalments(price, body) }
  const draft = await draftOrder(purchase, await openAtProvider(purchase))

  return db.transaction(async (trx) => {
    const shared = asksIfBought ? await findOrderToShare(trx, purchase, draft) : undefined
    if (shared) {
      const response = await openPayableOrder(services, trx, shared)
      await storeResponse?.(trx, response)
      return response
    }
    const coupon = await lockCoupon(trx, purchase)
    assertPriceWith(coupon, price)
    const registrationId = await storeForm(trx, purchase)
    const order = await storeOrder(
      trx,
      { ...draft, registrationId },
      { ...purchase, price: { ...price, coupon } },
    )
    if (coupon) await holdCoupon(trx, purchase, { coupon, orderId: order.id })
    const response = toPayableOrder(services, order, toPayable(purchase.instalments))
    await storeResponse?.(trx, response)
    return order.isFree ? { ...response, ...(await settleFree(trx, purchase, order)) } : response
  })
}

/** @throws Conflict below_minimum, currency_unavailable; Unavailable */
async function openAtProvider({ services, price, instalments }: Purchase) {
  const { amount } = price.quote
  const receipt = `rcpt_${randomUUID().replaceAll('-', '')}`
  const providerOrderId =
    amount.minor > 0
      ? await openProviderOrder(services, {
          amount: instalments?.[0]?.amount ?? amount,
          receipt,
          inDefault: () => quoteInDefault(price).amount,
        })
      : null
  return { receipt, provider: services.gateway.name, providerOrderId }
}

async function draftOrder(
  { services: { db, env }, body, visitor, price, buyer, instalments }: Purchase,
  opened: Pick<Order, 'receipt' | 'provider' | 'providerOrderId'>,
) {
  return {
    ...opened,
    packageId: price.package.id,
    userId: buyer.account?.id ?? null,
    buyer: buyer.snapshot,
    reference: (body.userData ?? body).reference || null,
    usdInrRate: env.usdInrRate,
    isInInstalments: instalments !== undefined,
    browserHash: visitor.browserHash,
    passwordDigest: buyer.passwordDigest,
    embedOrigin: (await findListedOrigin(db, body.embedOrigin)) ?? null,
  }
}

/** @returns the order that the buyer has placed in another tab, unless the package's payment plan has changed since */
async function findOrderToShare(
  trx: Knex.Transaction,
  { body, price, buyer, instalments }: Purchase,
  draft: Draft,
): Promise<Order | undefined> {
  await lockPurchase(trx, price.package.id, buyer.email)
  await askIfBought(trx, price.package.id, buyer)
  const { packageId, userId, provider, embedOrigin, reference, isInInstalments, browserHash } = draft
  const { amount } = price.quote
  const shared = await findSharedOrder(
    trx,
    {
      packageId,
      userId,
      provider,
      embedOrigin,
      reference,
      isInInstalments,
      browserHash,
      buyer: draft.buyer,
      couponCode: price.coupon?.code ?? null,
      amountCents: amount.minor,
      currency: amount.currency,
    },
    body.userData?.password,
  )
  return shared && isDeepStrictEqual(await listInstalments(trx, shared), toPayable(instalments))
    ? shared
    : undefined
}

const toPayable = (instalments: readonly InstalmentOfOrder[] = []) =>
  instalments.map(({ amount, due }) => ({ amount: amount.minor, due }))

/** Locks the coupon, after freeing the uses that the buyer's abandoned orders hold. @throws Conflict coupon_invalid */
async function lockCoupon(
  trx: Knex.Transaction,
  { services, visitor, price, buyer }: Purchase,
): Promise<Coupon | undefined> {
  if (!price.coupon) return undefined
  const userId = buyer.account?.id ?? null
  const { email } = buyer
  const { browserHash } = visitor
  for (const orderId of await lockOrdersHolding(trx, price.coupon, { email, browserHash, userId }))
    await cancelUnpaidOrder(services.jobs, trx, orderId, 'Replaced by a new order')
  return await lockUsableCoupon(trx, price.coupon.code, {
    // A personal coupon is valid only for its owner's own orders.
    userId: visitor.user?.id === userId ? userId : null,
    packageId: price.package.id,
    email,
    isSignedIn: !buyer.form,
  })
}

/** @throws Conflict coupon_invalid if the owner of a personal coupon has signed out meanwhile */
async function holdCoupon(
  trx: Knex.Transaction,
  { visitor, buyer }: Purchase,
  { coupon, orderId }: { coupon: Coupon; orderId: number },
): Promise<void> {
  await reserveCoupon(trx, { coupon, orderId, email: buyer.email })
  if (coupon.ownerId && !(await holdSession(trx, coupon.ownerId, visitor.sessionRowId)))
    throw couponInvalid(409)
}

/** @returns null for a signed-in buyer, who has sent no form */
async function storeForm(
  trx: Knex.Transaction,
  { price, buyer: { form, snapshot, account } }: Purchase,
): Promise<number | null> {
  if (!form) return null
  const { id } = await Registration.query(trx)
    .insert({ ...snapshot, ...form, packageId: price.package.id, userId: account?.id ?? null })
    .returning('id')
  return id
}

/** @throws NotFound, Conflict price_changed if the package has changed meanwhile */
async function storeOrder(
  trx: Knex.Transaction,
  draft: Draft & Pick<Order, 'registrationId'>,
  { price, instalments }: Purchase,
): Promise<Order> {
  const { name, deliveryDays, includedChanges } = await lockPackageAt(trx, price, instalments)
  const acceptedAt = new Date().toISOString()
  const order = await Order.query(trx)
    .insert({
      ...draft,
      ...toColumns(price.quote),
      packageName: name,
      deliveryDays,
      includedChanges,
      acceptedPolicies: policiesInForce.map((policy) => ({ ...policy, acceptedAt })),
      couponId: price.coupon?.id ?? null,
      couponCode: price.coupon?.code ?? null,
    })
    .returning('*')
  if (instalments) await insertInstalments(trx, order, instalments)
  await OrderEvent.query(trx).insert({
    orderId: order.id,
    kind: 'status',
    toValue: order.status,
    actorKind: 'customer',
    actorId: order.userId,
  })
  return order
}

/** Settles a free order at once, without a payment. @returns what signs the buyer in */
async function settleFree(trx: Knex.Transaction, { services, visitor }: Purchase, { id }: Order) {
  const settled = await settleOrder(services, trx, id, { actorKind: 'customer', payment: undefined })
  const sessionId = await issueSignInToken(trx, settled.order, visitor.browserHash)
  return sessionId ? { sessionId } : {}
}
