/** Actions of anyone with an offer's link, except accepting: reading, declining, asking. */

import type { Knex } from 'knex'
import type { MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import type { AskOfferBody, DeclineOfferBody, OpenedOffer } from '#api/contract/sales/offers.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { queueMails } from '#api/platform/mail/outbox.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { MOST_QUESTIONS, nameOffer, OFFER_STATE, offerStateAt } from '#api/rules/offers.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { listInstalments } from '#api/sales/checkout/provider-order.ts'
import { User } from '#db/models/people/user.ts'
import { Offer, type OfferContent } from '#db/models/sales/offer.ts'
import { findOfferByToken, type LinkedOffer } from './offer.ts'

/** Opens a linked offer and marks it as viewed. @throws as {@link findOfferByToken} does */
export async function openOffer({ db }: Services, token: string): Promise<OpenedOffer> {
  const linked = await findOfferByToken(db, token)
  const { offer } = linked
  if (OFFER_STATE[offerStateAt(offer, new Date())].isUnseen) {
    await Offer.query(db)
      .findById(offer.id)
      .where({ state: offer.state, version: offer.version })
      .patch({ state: 'viewed', viewedAt: new Date() })
    offer.state = 'viewed'
  }
  return toOpened(db, linked)
}

async function toOpened(db: Knex, { offer, version }: LinkedOffer): Promise<OpenedOffer> {
  const { order, acceptance } = offer
  const [instalment] = order?.isInInstalments ? await listInstalments(db, order) : []
  return {
    ...(version.content as OfferContent),
    number: nameOffer(offer.id),
    version: version.version,
    sha256: version.sha256,
    state: offerStateAt(offer, new Date()),
    total: toDecimal(money(offer.amountCents, offer.currency)),
    asked: offer.asked.map(({ text, at }) => ({ text, at })),
    acceptedBy: acceptance?.name ?? null,
    acceptedAt: acceptance?.acceptedAt.toISOString() ?? null,
    order: order
      ? {
          invoiceNumber: order.invoiceNumber,
          isPaid: !PAYMENT_STATUS[order.paymentStatus].isUnpaid,
          isOpen: PAYMENT_STATUS[order.paymentStatus].isUnpaid && ORDER_STATUS[order.status].isPayable,
          ...(instalment && { dueNow: toDecimal(money(instalment.amount, offer.currency)) }),
        }
      : null,
  }
}

/** @throws Conflict offer_ended; as {@link findOfferByToken} does */
export function declineOffer(services: Services, { token, reason }: DeclineOfferBody): Promise<OpenedOffer> {
  return answer(services, token, async (trx, offer) => {
    assertOpen(offer)
    await offer.$query(trx).patch({ state: 'declined', endedAt: new Date(), reason })
    await mailTeam(services.jobs, trx, { offerId: offer.id, event: 'declined' })
  })
}

/** @throws Conflict offer_ended, too_many_questions; as {@link findOfferByToken} does */
export function askAboutOffer(
  services: Services,
  { token, text }: AskOfferBody,
  user: User | null,
): Promise<OpenedOffer> {
  return answer(services, token, async (trx, offer) => {
    if (!OFFER_STATE[offer.state].isAccepted) assertOpen(offer)
    else if (
      !offer.order ||
      !PAYMENT_STATUS[offer.order.paymentStatus].isUnpaid ||
      !ORDER_STATUS[offer.order.status].isPayable
    )
      throw ended('paid')
    if (offer.asked.length >= MOST_QUESTIONS) {
      const message = 'You have already asked many questions. Please reply to our email instead.'
      throw new Conflict('too_many_questions', message)
    }
    const asked = [...offer.asked, { text, at: new Date().toISOString(), userId: user?.id ?? null }]
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

/** @throws Conflict offer_ended */
export function assertOpen(offer: Offer): void {
  const state = offerStateAt(offer, new Date())
  if (!OFFER_STATE[state].isOpen) throw ended(state)
}

/** Mails all admins. */
export async function mailTeam(
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
