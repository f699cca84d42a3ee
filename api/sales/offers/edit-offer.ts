/** Admin actions on offers: writing, changing, sending, withdrawing and deleting. */
import type { Knex } from 'knex'
import { currencies } from '#api/content/content.ts'
import type { OfferBody, SentOffer, Offer as WireOffer } from '#api/contract/sales/offers.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { compare, money, parseAmount, toDecimal } from '#api/rules/money/money.ts'
import { splitByPlan } from '#api/rules/money/payment-plan.ts'
import { isOffered, smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { nameOffer, OFFER_STATE, offerStateAt, sumLines } from '#api/rules/offers.ts'
import { Order } from '#db/models/orders/order.ts'
import { Offer, type OfferContent } from '#db/models/sales/offer.ts'
import { getOffer, hashContent, issueOfferToken } from './offer.ts'

export function createOffer({ db }: Services, body: OfferBody, admin: Actor): Promise<WireOffer> {
  return db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const offer = await Offer.query(trx)
      .insert({ ...(await toColumns(trx, body)), createdById: admin.id })
      .returning('*')
    await recordOffer(trx, admin, undefined, offer)
    return getOffer(trx, offer.id)
  })
}

/**
 * Changes an offer. Changing a sent one starts its next version as a draft; links to the former version then say that it was
 * replaced.
 * @throws NotFound, InvalidInput; Conflict offer_ended, changed_meanwhile
 */
export function updateOffer({ db }: Services, id: number, body: OfferBody, admin: Actor): Promise<WireOffer> {
  return change(db, id, admin, async (trx, offer) => {
    const isNext = OFFER_STATE[offer.state].isOpen
    await offer.$query(trx).patch({
      ...(await toColumns(trx, body)),
      ...(isNext && { state: 'draft', version: offer.version + 1, viewedAt: null }),
    })
  })
}

/** @throws NotFound; Conflict offer_ended */
export function withdrawOffer({ db }: Services, id: number, admin: Actor): Promise<WireOffer> {
  return change(db, id, admin, async (trx, offer) => {
    await offer.$query(trx).patch({ state: 'withdrawn', endedAt: new Date() })
  })
}

/** @throws NotFound; Conflict offer_was_sent */
export async function deleteOffer({ db }: Services, id: number, admin: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const offer = await findOrThrow(Offer.query(trx).findById(id).forUpdate(), 'Offer')
    if (!OFFER_STATE[offer.state].isDraft || offer.sentAt) {
      throw new Conflict('offer_was_sent', 'A sent offer cannot be deleted. You can withdraw it.')
    }
    await offer.$query(trx).delete()
    await recordOffer(trx, admin, offer, undefined)
  })
}

interface Sending {
  byMail: boolean
  version: number
  sha256?: string | undefined
}

/**
 * Sends a draft, or a sent offer once more.
 * @returns the offer and its link, which the mail contains too
 * @throws NotFound; Conflict offer_ended, changed_meanwhile
 */
export async function sendOffer(
  { db, env, jobs }: Services,
  id: number,
  { byMail, version, sha256 }: Sending,
  admin: Actor,
): Promise<SentOffer> {
  let token = ''
  const offer = await change(db, id, admin, async (trx, current) => {
    if (current.version !== version || (sha256 && sha256 !== hashContent(current))) {
      throw new Conflict('changed_meanwhile', 'This offer has changed. Please check it again.')
    }
    if (current.validUntil <= new Date())
      throw new Conflict('offer_ended', 'This offer has expired. Please set a later date first.')
    if (OFFER_STATE[current.state].isDraft) {
      const content = JSON.stringify(current.content)
      await trx('offerVersions').insert({ offerId: id, version, content, sha256: hashContent(current) })
      await current.$query(trx).patch({ state: 'sent', sentAt: new Date() })
    }
    token = await issueOfferToken(trx, env, current)
    if (byMail) await queueMail(jobs, trx, 'offer_sent', { offerId: id, version })
  })
  return { offer, link: new URL(`/offer#${token}`, env.publicOrigin).href }
}

/** @throws NotFound; Conflict offer_ended for an offer that the customer has decided on, or that has ended or was erased */
async function change(
  db: Knex,
  id: number,
  admin: Actor,
  write: (trx: Knex.Transaction, offer: Offer) => Promise<void>,
): Promise<WireOffer> {
  return db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const offer = await findOrThrow(Offer.query(trx).findById(id).forUpdate(), 'Offer')
    const before = offer.$clone()
    const state = offerStateAt(offer, new Date())
    if (!OFFER_STATE[state].isChangeable || offer.email === '') {
      throw new Conflict(
        'offer_ended',
        `This offer is ${state} and can no longer be changed. You can duplicate it.`,
      )
    }
    await write(trx, offer)
    await recordOffer(trx, admin, before, await Offer.query(trx).findById(id).throwIfNotFound())
    return getOffer(trx, id)
  })
}

/** @throws InvalidInput */
async function toColumns(trx: Knex.Transaction, { fromOrderId, ...content }: OfferBody) {
  const { currency, validUntil } = content
  if (currency !== currencies.default && !isOffered(currencies, currency))
    throw new InvalidInput('currency', 'The shop does not sell in this currency')
  const total = sumLines(content.lines, currency)
  if (!total) {
    const wrong = content.lines.findIndex(({ amount }) => !parseAmount(amount, currency))
    throw new InvalidInput(`lines.${wrong}.amount`, `This is not an amount of ${currency}`)
  }
  const least = smallestChargeOf(currencies, total.currency)
  if (compare(total, least) < 0)
    throw new InvalidInput('lines', `The price must be at least ${formatMoney(least)}`)
  if (content.paymentPlan && !splitByPlan(content.paymentPlan, total, least))
    throw new InvalidInput('paymentPlan', `Each instalment must be at least ${formatMoney(least)}`)
  if (total.minor > 2_147_483_647) throw new InvalidInput('lines', 'The price is too high')
  if (new Date(validUntil) <= new Date()) throw new InvalidInput('validUntil', 'This date is in the past')
  if (fromOrderId && !(await Order.query(trx).findById(fromOrderId).select('id')))
    throw new InvalidInput('fromOrderId', 'There is no such order')
  return {
    content: content satisfies OfferContent,
    email: content.email,
    amountCents: total.minor,
    currency,
    validUntil: new Date(validUntil),
    fromOrderId: fromOrderId ?? null,
  }
}

/** An offer's values for the audit log. Omits its texts, which name the customer. */
const toAudit = ({ state, version, amountCents, currency, validUntil }: Offer) => ({
  state,
  version,
  currency,
  validUntil: validUntil.toISOString(),
  amount: toDecimal(money(amountCents, currency)),
})

async function recordOffer(
  trx: Knex.Transaction,
  actor: Actor,
  before: Offer | undefined,
  after: Offer | undefined,
): Promise<void> {
  const id = after?.id ?? before?.id ?? 0
  const about = { actorId: actor.id, subject: 'offer', subjectId: id, label: nameOffer(id) } as const
  await recordEdit(trx, about, before && toAudit(before), after && toAudit(after))
}
