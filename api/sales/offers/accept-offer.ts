/** Accepts offers, each with its order in the same transaction. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { currencies, policiesInForce } from '#api/content/content.ts'
import type { AcceptOfferBody, OpenedOffer } from '#api/contract/sales/offers.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { insertInstalments } from '#api/money/payments/instalments.ts'
import { assertEnabled, findUserByEmail } from '#api/people/auth/account.ts'
import { Conflict } from '#api/platform/errors.ts'
import { money } from '#api/rules/money/money.ts'
import { splitByPlan } from '#api/rules/money/payment-plan.ts'
import { smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { nameOffer, OFFER_STATE } from '#api/rules/offers.ts'
import { refuse } from '#db/connection/unique-violation.ts'
import { Category, Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { EMPTY_BUYER_FIELDS, pickBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import { OfferAcceptance, type OfferContent } from '#db/models/sales/offer.ts'
import { assertOpen, mailTeam, openOffer } from './answer-offer.ts'
import { findOfferByToken, type LinkedOffer } from './offer.ts'

/**
 * Accepts the linked version and creates its order, to be paid afterwards. Idempotent: further clicks find it accepted.
 * @throws Forbidden account_disabled; Conflict offer_ended, offer_changed; as {@link findOfferByToken} does
 */
export async function acceptOffer(
  services: PaymentServices,
  { token, name, sha256, inInstalments = false }: AcceptOfferBody,
  acceptedBy: User | null,
): Promise<OpenedOffer> {
  const { db, env, jobs, gateway } = services
  const { offer: known } = await findOfferByToken(db, token)
  await db
    .transaction(async (trx) => {
      // Locks the account before the offer, as everywhere.
      const account = await findAccount(trx, known.email)
      const { offer, version } = await findOfferByToken(trx, token, { isLocked: true })
      if (OFFER_STATE[offer.state].isAccepted) return
      assertOpen(offer)
      if (sha256 !== version.sha256 || offer.email !== known.email)
        throw new Conflict('offer_changed', 'This offer has changed. Please read it again.')
      const acceptedAt = new Date()
      const acceptedPolicies = policiesInForce.map((policy) => ({
        ...policy,
        acceptedAt: acceptedAt.toISOString(),
      }))
      await OfferAcceptance.query(trx).insert({
        offerId: offer.id,
        version: version.version,
        sha256,
        name,
        acceptedPolicies,
        acceptedAt,
      })
      await offer.$query(trx).patch({ state: 'accepted', endedAt: acceptedAt })
      await makeOrder(trx, { offer, version }, account, {
        acceptedPolicies,
        isInInstalments: inInstalments,
        usdInrRate: env.usdInrRate,
        provider: gateway.name,
        acceptedBy,
      })
      await mailTeam(jobs, trx, { offerId: offer.id, event: 'accepted' })
    })
    // The lock admits only one; the primary key is a second safeguard.
    .catch(refuse('offer_acceptances_pkey', () => new Conflict('offer_changed', 'It was accepted just now')))
  return openOffer(services, token)
}

/** Finds and locks the verified account with the offer's address. Ignores unverified ones, which anybody may have registered. */
async function findAccount(trx: Knex.Transaction, email: string) {
  const known = await findUserByEmail(trx, email)
  if (!known?.emailVerifiedAt) return undefined
  const account = await User.query(trx).findById(known.id).forKeyShare().throwIfNotFound()
  assertEnabled(account)
  return account
}

/** Creates an order of the hidden package with everything copied from the offer. New customers give their details when they pay. */
async function makeOrder(
  trx: Knex.Transaction,
  { offer, version }: LinkedOffer,
  account: User | undefined,
  {
    acceptedBy,
    ...placed
  }: Pick<Order, 'acceptedPolicies' | 'isInInstalments' | 'usdInrRate' | 'provider'> & {
    acceptedBy: User | null
  },
): Promise<void> {
  const { firstName, lastName, email, title, deliveryDays, includedChanges, questions, paymentPlan } =
    version.content as OfferContent
  const packageId = await findCustomPackage(trx)
  const buyer = account
    ? pickBuyer(account)
    : pickBuyer({ ...EMPTY_BUYER_FIELDS, firstName, lastName, email })
  const registration = account
    ? undefined
    : await Registration.query(trx)
        .insert({ ...buyer, packageId })
        .returning('id')
  const amount = money(offer.amountCents, offer.currency)
  const least = smallestChargeOf(currencies, amount.currency)
  const instalments = placed.isInInstalments ? splitByPlan(paymentPlan, amount, least) : undefined
  const order = await Order.query(trx)
    .insert({
      ...placed,
      isInInstalments: instalments !== undefined,
      packageId,
      packageName: title,
      deliveryDays,
      includedChanges,
      buyer,
      offerId: offer.id,
      userId: account?.id ?? null,
      registrationId: registration?.id ?? null,
      originalCents: offer.amountCents,
      discountCents: 0,
      amountCents: offer.amountCents,
      currency: offer.currency,
      receipt: `rcpt_${randomUUID().replaceAll('-', '')}`,
    })
    .returning('*')
  if (instalments) await insertInstalments(trx, order, instalments)
  await OrderEvent.query(trx).insert({
    orderId: order.id,
    kind: 'status',
    toValue: order.status,
    actorKind: 'customer',
    actorId: acceptedBy?.id ?? null,
    note: `From offer ${nameOffer(offer.id)}, version ${version.version}${acceptedBy ? '' : ', accepted by somebody with the link'}`,
  })
  if (questions.length === 0) return
  const retiredAt = new Date()
  await PackageQuestion.query(trx).insert(
    questions.map(({ question, required }, position) => ({
      packageId,
      onlyOrderId: order.id,
      question,
      required,
      position,
      retiredAt,
      questionType: 'textarea' as const,
    })),
  )
}

/** Finds the hidden package for all offers, created with the first accepted one. */
async function findCustomPackage(trx: Knex.Transaction): Promise<number> {
  const find = () => Package.query(trx).findOne({ isCustom: true }).select('id')
  const found = await find()
  if (found) return found.id
  const category = await Category.query(trx).orderBy('position').first().throwIfNotFound()
  await trx('packages')
    .insert({
      slug: `custom-work-${randomUUID().slice(0, 8)}`,
      name: 'Custom work',
      isCustom: true,
      description: 'Work as an offer describes it.',
      priceCents: 0,
      isActive: false,
      category: category.name,
      imageUrl: category.imageUrl,
    })
    .onConflict(trx.raw('(is_custom) WHERE is_custom'))
    .ignore()
  return (await find().throwIfNotFound()).id
}
