/** What whoever has the link of an offer does with it: they read, accept or decline it, and ask about it. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { refuse } from '../../../db/connection/unique-violation.ts'
import { EMPTY_BUYER_FIELDS, pickBuyer } from '../../../db/models/buyer.ts'
import { Category } from '../../../db/models/category.ts'
import { Offer, OfferAcceptance, type OfferContent } from '../../../db/models/offer.ts'
import { Order, OrderEvent } from '../../../db/models/order.ts'
import { Package, PackageQuestion } from '../../../db/models/package.ts'
import { Registration } from '../../../db/models/registration.ts'
import { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { Conflict } from '../../base/errors.ts'
import { policiesInForce } from '../../content/content.ts'
import type { AcceptOfferBody, OpenedOffer } from '../../contract/order-work/offers.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { money, toDecimal } from '../../rules/money/money.ts'
import { isOpenOffer, MOST_QUESTIONS, nameOffer, OFFER_PAY_DAYS, offerStateAt } from '../../rules/offers.ts'
import { assertEnabled, findUserByEmail } from '../auth/account.ts'
import { type MailPayloads, queueMails } from '../mail/outbox.ts'
import { findOfferByToken, type LinkedOffer } from './offer.ts'
import { findNeeds } from './pay-offer.ts'

const DAY_MS = 86_400_000

/** Opens the offer of a link, and notes that it was. @throws what {@link findOfferByToken} throws */
export async function openOffer({ db }: Services, token: string): Promise<OpenedOffer> {
  const linked = await findOfferByToken(db, token)
  const { offer } = linked
  if (offer.state === 'sent' && offerStateAt(offer, new Date()) === 'sent') {
    await Offer.query(db)
      .findById(offer.id)
      .where({ state: 'sent', version: offer.version })
      .patch({ state: 'viewed', viewedAt: new Date() })
    offer.state = 'viewed'
  }
  return toOpened(db, linked)
}

async function toOpened(db: Knex, { offer, version }: LinkedOffer): Promise<OpenedOffer> {
  const { order, acceptance } = offer
  return {
    ...(version.content as OfferContent),
    number: nameOffer(offer.id),
    version: version.version,
    sha256: version.sha256,
    state: offerStateAt(offer, new Date()),
    total: toDecimal(money(offer.amountCents, offer.currency)),
    asked: offer.asked,
    acceptedBy: acceptance?.name ?? null,
    acceptedAt: acceptance?.acceptedAt.toISOString() ?? null,
    order: order
      ? {
          invoiceNumber: order.invoiceNumber,
          isPaid: order.paymentStatus !== 'unpaid',
          isOpen: order.paymentStatus === 'unpaid' && order.status === 'pending',
          payBy: new Date(order.createdAt.getTime() + OFFER_PAY_DAYS * DAY_MS).toISOString(),
          needs: await findNeeds(db, order),
        }
      : null,
  }
}

/**
 * Accepts the version of a link, once: further clicks find it accepted. Its order is made with it, to be paid afterwards.
 * @param visitor who is signed in, if anybody
 * @throws what {@link findOfferByToken} throws; Forbidden account_disabled; Conflict offer_ended, offer_changed
 */
export async function acceptOffer(
  { db, env, jobs, gateway }: Services,
  { token, name, sha256 }: AcceptOfferBody,
  visitor: User | null,
): Promise<OpenedOffer> {
  const { offer: known } = await findOfferByToken(db, token)
  await db
    .transaction(async (trx) => {
      // Before the offer: accounts are locked before it everywhere.
      const account = await findAccount(trx, known.email, visitor)
      const { offer, version } = await findOfferByToken(trx, token, { isLocked: true })
      if (offer.state === 'accepted') return
      assertOpen(offer)
      if (sha256 !== version.sha256 || offer.email !== known.email)
        throw new Conflict('offer_changed', 'This offer was changed meanwhile. Please read it again.')
      const acceptedAt = new Date()
      const acceptedPolicies = policiesInForce.map((policy) => ({
        ...policy,
        acceptedAt: acceptedAt.toISOString(),
      }))
      await OfferAcceptance.query(trx).insert({
        ...{ offerId: offer.id, version: version.version, sha256, name, acceptedPolicies, acceptedAt },
      })
      await offer.$query(trx).patch({ state: 'accepted', endedAt: acceptedAt })
      await makeOrder(trx, { offer, version }, account, {
        acceptedPolicies,
        usdInrRate: env.usdInrRate,
        provider: gateway.name,
      })
      await mailTeam(jobs, trx, { offerId: offer.id, event: 'accepted' })
    })
    // The lock lets one pass; the database would refuse a second all the same.
    .catch(refuse('offer_acceptances_pkey', () => new Conflict('offer_changed', 'It was accepted just now')))
  return openOffer({ db } as Services, token)
}

/** Whose order it becomes: theirs who is signed in with the address, or who has proved that it is theirs. */
async function findAccount(trx: Knex.Transaction, email: string, visitor: User | null) {
  const known = await findUserByEmail(trx, email)
  if (!known || (!known.emailVerifiedAt && known.id !== visitor?.id)) return undefined
  const account = await User.query(trx).findById(known.id).forKeyShare().throwIfNotFound()
  assertEnabled(account)
  return account
}

/** An order of the hidden package that copies all of the offer. Who is new gives their details when they pay. */
async function makeOrder(
  trx: Knex.Transaction,
  { offer, version }: LinkedOffer,
  account: User | undefined,
  placed: Pick<Order, 'acceptedPolicies' | 'usdInrRate' | 'provider'>,
): Promise<void> {
  const { firstName, lastName, email, title, deliveryDays, includedChanges, questions } =
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
  const order = await Order.query(trx)
    .insert({
      ...placed,
      ...{ packageId, packageName: title, deliveryDays, includedChanges, buyer, offerId: offer.id },
      userId: account?.id ?? null,
      registrationId: registration?.id ?? null,
      originalCents: offer.amountCents,
      discountCents: 0,
      amountCents: offer.amountCents,
      currency: offer.currency,
      receipt: `rcpt_${randomUUID().replaceAll('-', '')}`,
    })
    .returning('*')
  await OrderEvent.query(trx).insert({
    orderId: order.id,
    ...{ kind: 'status', toValue: order.status, actorKind: 'customer', actorId: order.userId },
    note: `From offer ${nameOffer(offer.id)}, version ${version.version}`,
  })
  if (questions.length === 0) return
  const retiredAt = new Date()
  await PackageQuestion.query(trx).insert(
    questions.map(({ question, required }, position) => ({
      ...{ packageId, onlyOrderId: order.id, question, required, position, retiredAt },
      questionType: 'textarea' as const,
    })),
  )
}

/** Made with the first offer that is accepted. */
async function findCustomPackage(trx: Knex.Transaction): Promise<number> {
  const find = () => Package.query(trx).findOne({ isCustom: true }).select('id')
  const found = await find()
  if (found) return found.id
  const category = await Category.query(trx).orderBy('position').first().throwIfNotFound()
  await trx('packages')
    .insert({
      ...{ slug: `custom-work-${randomUUID().slice(0, 8)}`, name: 'Custom work', isCustom: true },
      ...{ description: 'Work as an offer describes it.', priceCents: 0, isActive: false },
      ...{ category: category.name, imageUrl: category.imageUrl },
    })
    .onConflict(trx.raw('(is_custom) WHERE is_custom'))
    .ignore()
  return (await find().throwIfNotFound()).id
}

/** @throws what {@link findOfferByToken} throws; Conflict offer_ended */
export function declineOffer(services: Services, token: string, reason: string): Promise<OpenedOffer> {
  return answer(services, token, async (trx, offer) => {
    assertOpen(offer)
    await offer.$query(trx).patch({ state: 'declined', endedAt: new Date(), reason })
    await mailTeam(services.jobs, trx, { offerId: offer.id, event: 'declined' })
  })
}

/** @throws what {@link findOfferByToken} throws; Conflict offer_ended, too_many_questions */
export function askAboutOffer(services: Services, token: string, text: string): Promise<OpenedOffer> {
  return answer(services, token, async (trx, offer) => {
    if (offer.state !== 'accepted') assertOpen(offer)
    else if (offer.order?.paymentStatus !== 'unpaid' || offer.order.status !== 'pending') throw ended('paid')
    if (offer.asked.length >= MOST_QUESTIONS) {
      const message = 'You have asked a lot already. Please answer our mail instead.'
      throw new Conflict('too_many_questions', message)
    }
    const asked = [...offer.asked, { text, at: new Date().toISOString() }]
    await offer.$query(trx).patch({ asked })
    await mailTeam(services.jobs, trx, { offerId: offer.id, event: 'question', asked: asked.length })
  })
}

async function answer(
  { db }: Services,
  token: string,
  write: (trx: Knex.Transaction, offer: Offer) => Promise<void>,
): Promise<OpenedOffer> {
  await db.transaction(async (trx) => {
    const { offer } = await findOfferByToken(trx, token, { isLocked: true })
    await write(trx, offer)
  })
  return toOpened(db, await findOfferByToken(db, token))
}

const ended = (state: string) => new Conflict('offer_ended', `This offer is ${state}.`)

function assertOpen(offer: Offer): void {
  const state = offerStateAt(offer, new Date())
  if (!isOpenOffer(state)) throw ended(state)
}

/** Tells all admins. */
async function mailTeam(
  jobs: Jobs,
  trx: Knex.Transaction,
  about: Omit<MailPayloads['offer_answered'], 'adminId'>,
): Promise<void> {
  const admins = await User.query(trx).where({ isAdmin: true, disabledAt: null }).select('id').orderBy('id')
  if (admins.length === 0) return
  const mails = admins.map(({ id: adminId }) => ({
    kind: 'offer_answered' as const,
    payload: { ...about, adminId },
  }))
  await queueMails(jobs, trx, mails)
}
