import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { OfferListQuery, Offer as WireOffer } from '#api/contract/sales/offers.ts'
import { deriveToken } from '#api/people/auth/mailed-links/mailed-token.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { Conflict, DomainError, findOrThrow } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { nameOffer, offerStateAt } from '#api/rules/offers.ts'
import { User } from '#db/models/people/user.ts'
import { Offer, OfferLink, OfferVersion } from '#db/models/sales/offer.ts'

/** Shown in place of an erased offer's content. */
const NO_CONTENT = {
  firstName: '',
  lastName: '',
  email: '',
  title: '',
  lines: [],
  deliveryDays: 1,
  includedChanges: null,
  questions: [],
  terms: '',
  bankDetails: '',
}

const GRAPH = '[fromOrder, order, acceptance]'

export const offerList = defineList({
  query: OfferListQuery,
  row: WireOffer,
  select: (db) => Offer.query(db).withGraphFetched(GRAPH),
  sorts: {
    createdAt: ['offers.created_at', 'offers.id'],
    amount: ['offers.amount_cents', 'offers.id'],
    validUntil: ['offers.valid_until', 'offers.id'],
  },
  filter: (query, { state, userId }) => {
    if (state) query.where('offers.state', state)
    if (userId) {
      const db = query.knex()
      const address = User.query(db).findById(userId).whereNull('erasedAt').select(db.raw('lower(email)'))
      query.where(db.raw('lower(offers.email)'), address)
    }
  },
  search:
    containsWord(`' OF-' || offers.id || ' ' || offers.email || ' ' || coalesce(offers.content ->> 'firstName', '') ||
    ' ' || coalesce(offers.content ->> 'lastName', '') || ' ' || coalesce(offers.content ->> 'title', '')`),
  toRow: toWireOffer,
})

export async function getOffer(db: Knex, id: number): Promise<WireOffer> {
  return toWireOffer(await findOrThrow(Offer.query(db).findById(id).withGraphFetched(GRAPH), nameOffer(id)))
}

/** Identifies the content that the customer accepts and the sender has seen. */
export const hashContent = ({ content }: Offer): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

function toWireOffer(offer: Offer): WireOffer {
  const { content, acceptance } = offer
  return toWire(WireOffer, {
    ...offer,
    ...NO_CONTENT,
    ...content,
    state: offerStateAt(offer, new Date()),
    sha256: hashContent(offer),
    validUntil: offer.validUntil,
    total: toDecimal(money(offer.amountCents, offer.currency)),
    isErased: offer.email === '',
    fromOrder: offer.fromOrder ?? null,
    order: offer.order ?? null,
    acceptedBy: acceptance?.name ?? null,
    acceptedAt: acceptance?.acceptedAt ?? null,
  })
}

/**
 * Creates the token for a version's link. It is derived, so that the mail and a copied link contain the same token. The database
 * stores only its hash, so the link keeps working after the secret changes.
 */
export async function issueOfferToken(
  db: Knex,
  env: Pick<Env, 'sessionSecrets'>,
  { id, version }: Pick<Offer, 'id' | 'version'>,
): Promise<string> {
  const token = deriveToken(env, 'offer', `${id}:${version}`)
  await db('offerLinks')
    .insert({ tokenHash: hashToken(token), offerId: id, version })
    .onConflict('tokenHash')
    .ignore()
  return token
}

export interface LinkedOffer {
  offer: Offer
  version: OfferVersion
}

/** Finds an offer by its link's token, never by an id. @throws DomainError 404 offer_link_invalid; as {@link findLinkedOffer} does */
export async function findOfferByToken(
  db: Knex,
  token: string,
  options: { isLocked?: boolean } = {},
): Promise<LinkedOffer> {
  const linked = await findLinkedOffer(db, token, options)
  if (!linked) throw new DomainError(404, 'offer_link_invalid', 'This link is not valid')
  return linked
}

/**
 * @param isLocked locks the offer until the transaction ends
 * @returns undefined if no offer has this link @throws Conflict offer_replaced for a link to an earlier version
 */
export async function findLinkedOffer(
  db: Knex,
  token: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<LinkedOffer | undefined> {
  const link = await OfferLink.query(db).findById(hashToken(token))
  const found = link && Offer.query(db).findById(link.offerId).withGraphFetched('[order, acceptance]')
  const offer = await (isLocked ? found?.forUpdate() : found)
  if (!link || !offer || offer.email === '') return undefined
  if (link.version !== offer.version) {
    const message = 'This offer has changed since the link was sent. Please use the latest link.'
    throw new Conflict('offer_replaced', message)
  }
  const version = await OfferVersion.query(db).findById([offer.id, offer.version]).throwIfNotFound()
  return { offer, version }
}
