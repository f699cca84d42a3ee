import { IdParams } from '#api/contract/platform/lists.ts'
import {
  AcceptOfferBody,
  AskOfferBody,
  DeclineOfferBody,
  Offer,
  OfferBody,
  OfferTokenBody,
  OpenedOffer,
  SendOfferBody,
  SentOffer,
} from '#api/contract/sales/offers.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import type { App } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { HOUR_MS, type Limit, MINUTE_MS } from '#api/platform/http/limits.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import { acceptOffer } from './accept-offer.ts'
import { askAboutOffer, declineOffer, openOffer } from './answer-offer.ts'
import { createOffer, deleteOffer, sendOffer, updateOffer, withdrawOffer } from './edit-offer.ts'
import { getOffer, offerList } from './offer.ts'

/** Tokens cannot be guessed; callers who try are limited anyway. */
const GUESSES: Limit = {
  name: 'offer-link',
  by: 'address',
  max: 20,
  windowMs: 10 * MINUTE_MS,
  counts: ['offer_link_invalid'],
}
/** Limited because each answer mails all admins. */
const ANSWERS: Limit = { name: 'offer-answer', by: 'address', max: 30, windowMs: HOUR_MS }

const BY_LINK = { access: 'optional', tag: 'Buying', response: OpenedOffer } as const
const UNKNOWN = 'No offer has this link (offer_link_invalid)'
const REPLACED = 'It has a newer version (offer_replaced)'

export function offerRoutes(app: App, services: PaymentServices): void {
  call(app, 'POST /offers/open', {
    ...BY_LINK,
    operationId: 'openOffer',
    summary: 'Open an offer by its link',
    description: 'That it was opened is noted.',
    limits: [GUESSES],
    refusals: { 404: UNKNOWN, 409: REPLACED },
    body: OfferTokenBody,
    handler: (request) => openOffer(services, request.body.token),
  })

  call(app, 'POST /offers/accept', {
    ...BY_LINK,
    operationId: 'acceptOffer',
    summary: 'Accept an offer',
    description: 'Makes its order, once. It lapses if it is not paid within 7 days.',
    limits: [GUESSES, ANSWERS],
    refusals: {
      403: 'Its customer’s account is disabled (account_disabled), or from another origin',
      404: UNKNOWN,
      409: `${REPLACED}, is over (offer_ended), or is not what was read (offer_changed)`,
    },
    body: AcceptOfferBody,
    handler: (request) => acceptOffer(services, request.body, request.user),
  })

  call(app, 'POST /offers/decline', {
    ...BY_LINK,
    operationId: 'declineOffer',
    summary: 'Decline an offer',
    description: 'For good.',
    limits: [GUESSES, ANSWERS],
    refusals: { 404: UNKNOWN, 409: `${REPLACED}, or is over (offer_ended)` },
    body: DeclineOfferBody,
    handler: (request) => declineOffer(services, request.body),
  })

  call(app, 'POST /offers/question', {
    ...BY_LINK,
    operationId: 'askAboutOffer',
    summary: 'Ask about an offer',
    description: 'The team answers by mail. Once it is paid, it begins the conversation of its order.',
    limits: [GUESSES, ANSWERS],
    refusals: { 404: UNKNOWN, 409: `${REPLACED}, is over (offer_ended), or too_many_questions` },
    body: AskOfferBody,
    handler: (request) => askAboutOffer(services, request.body, request.user),
  })
}

const ENDED = 'Its customer has decided, or it is over (offer_ended)'

export function offerAdminRoutes(app: App, services: PaymentServices): void {
  listCall(app, services.db, 'GET /admin/offers', offerList, {
    operationId: 'listOffers',
    summary: 'Offers and links to pay',
  })

  call(app, 'GET /admin/offers/:id', {
    access: 'admin',
    operationId: 'getOffer',
    summary: 'One offer',
    params: IdParams,
    response: Offer,
    handler: (request) => getOffer(services.db, request.params.id),
  })

  call(app, 'POST /admin/offers', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'createOffer',
    summary: 'Write an offer',
    description: 'It is a draft until it is sent.',
    body: OfferBody,
    status: 201,
    repeat: 'first_response',
    response: Offer,
    handler: (request) =>
      createOnce(services, request, (own) => createOffer(own, request.body, getActor(request))),
  })

  call(app, 'PUT /admin/offers/:id', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'updateOffer',
    summary: 'Change an offer',
    description: 'A sent offer gets its next version, to be sent again; its old link says so.',
    refusals: { 409: ENDED },
    params: IdParams,
    body: OfferBody,
    response: Offer,
    handler: (request) => updateOffer(services, request.params.id, request.body, getActor(request)),
  })

  call(app, 'POST /admin/offers/:id/send', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'sendOffer',
    summary: 'Send an offer, or get its link once more',
    description: 'The link opens this version alone.',
    refusals: { 409: `${ENDED}, or it has changed since (changed_meanwhile)` },
    params: IdParams,
    body: SendOfferBody,
    response: SentOffer,
    handler: (request) => sendOffer(services, request.params.id, request.body, getActor(request)),
  })

  call(app, 'POST /admin/offers/:id/withdraw', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'withdrawOffer',
    summary: 'Withdraw an offer',
    refusals: { 409: ENDED },
    params: IdParams,
    response: Offer,
    handler: (request) => withdrawOffer(services, request.params.id, getActor(request)),
  })

  call(app, 'DELETE /admin/offers/:id', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'deleteOffer',
    summary: 'Delete a draft',
    refusals: { 409: 'It was sent (offer_was_sent)' },
    params: IdParams,
    handler: (request) => deleteOffer(services, request.params.id, getActor(request)),
  })
}
