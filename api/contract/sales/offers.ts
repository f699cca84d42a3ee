/** Offers to one person, and payment links: written by admins, opened by anybody with the link. */
import * as z from 'zod'
import { PlannedInstalment } from '#api/contract/catalogue/catalogue.ts'
import { PaymentPlan } from '#api/contract/catalogue/packages.ts'
import { TypedAmount } from '#api/contract/money/payments.ts'
import { EmailAddress } from '#api/contract/people/buyer-form.ts'
import { Id, IdFilter, listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { BUYER_FIELDS } from '#api/rules/buyer-fields.ts'
import { MOST_LINES, MOST_QUESTIONS, OFFER_STATES } from '#api/rules/offers.ts'

const OfferState = z.enum(OFFER_STATES)
const longText = (label: string, max: number) => boundedText({ label, max, isLong: true })
const needed = (label: string, max: number, isLong = false, message = `${label} is required`) =>
  boundedText({ label, max, isLong, min: 1, message })

export const OfferBody = z.object({
  firstName: needed('First name', BUYER_FIELDS.firstName.max),
  lastName: needed('Last name', BUYER_FIELDS.lastName.max),
  email: EmailAddress,
  title: needed('Title', 120),
  lines: z
    .array(
      z.object({
        text: needed('The line', 1000, true, 'Describe this line'),
        amount: TypedAmount,
      }),
    )
    .min(1, 'An offer must have at least one line')
    .max(MOST_LINES, `An offer can have at most ${MOST_LINES} lines`)
    .describe('in units of the currency; their sum is the price'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Currency must be a code of ISO 4217, such as USD'),
  paymentPlan: PaymentPlan.optional().describe('two or three instalments; null: paid at once'),
  deliveryDays: z.int().min(1, 'At least one business day').max(365, 'At most 365 business days'),
  includedChanges: z.int().min(0).max(99).nullable().describe('null: uncounted'),
  questions: z
    .array(z.object({ question: needed('The question', 500, true), required: z.boolean() }))
    .max(MOST_QUESTIONS, `At most ${MOST_QUESTIONS} questions`)
    .describe('asked once it is paid'),
  terms: longText('Terms', 10_000),
  bankDetails: longText('Bank details', 1000),
  validUntil: z.iso.datetime({ offset: true, message: 'Valid until must be a date and time' }),
  fromOrderId: Id.nullish().describe('the order that this is extra work of'),
})
export type OfferBody = z.infer<typeof OfferBody>

export const SendOfferBody = z.object({
  byMail: z.boolean().describe('false: only the link is given, to be sent in another way'),
  version: z.int().min(1).describe('that the sender has seen'),
  sha256: z.string().max(64).optional().describe('of what they have seen: a draft keeps its version'),
})

const OfferText = z.object({
  title: z.string(),
  lines: z.array(z.object({ text: z.string(), amount: z.string() })),
  currency: z.string(),
  paymentPlan: z.array(PlannedInstalment).nullish(),
  deliveryDays: z.int(),
  includedChanges: z.int().nullable(),
  questions: z.array(z.object({ question: z.string(), required: z.boolean() })),
  terms: z.string(),
  bankDetails: z.string(),
  validUntil: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
})

const OfOrder = z.object({ id: z.int(), invoiceNumber: z.string() })

export const Offer = OfferText.extend({
  id: z.int(),
  state: OfferState,
  version: z.int().describe('of what its link opens; one that was sent and is changed has another'),
  sha256: z.string().describe('of its content'),
  total: z.string(),
  asked: z.array(z.object({ text: z.string(), at: z.string() })).describe('by its customer'),
  reason: z.string().describe('why its customer declines'),
  isErased: z.boolean(),
  fromOrder: OfOrder.nullable(),
  order: OfOrder.extend({ paymentStatus: z.string(), status: z.string() }).nullable(),
  acceptedBy: z.string().nullable().describe('the name that was typed'),
  acceptedAt: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  viewedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export type Offer = z.infer<typeof Offer>

export const SentOffer = z.object({ offer: Offer, link: z.string().describe('for its customer alone') })
export type SentOffer = z.infer<typeof SentOffer>

export const OfferListQuery = z.object({
  ...listParameters(['createdAt', 'amount', 'validUntil'], '-createdAt'),
  state: oneOf('state', OFFER_STATES).optional().describe('only offers in this state'),
  userId: IdFilter.optional().describe('only those to the address of this account'),
})
export type OfferListQuery = z.infer<typeof OfferListQuery>

const Token = z.string().min(1).max(100).describe('from the link')
export const OfferTokenBody = z.object({ token: Token })

export const AcceptOfferBody = z.object({
  token: Token,
  name: needed('Your name', 120),
  sha256: z.string().max(64).describe('of the version that was read'),
  acceptsPolicies: z.literal(true, 'Please accept the terms'),
  inInstalments: z.boolean().optional().describe('true: paid as its plan says; absent: at once'),
})
export type AcceptOfferBody = z.infer<typeof AcceptOfferBody>

export const DeclineOfferBody = z.object({ token: Token, reason: longText('Reason', 2000) })
export type DeclineOfferBody = z.infer<typeof DeclineOfferBody>
export const AskOfferBody = z.object({ token: Token, text: needed('Your question', 4000, true) })
export type AskOfferBody = z.infer<typeof AskOfferBody>

/** The offer behind a link, as anybody with the link sees it. */
export const OpenedOffer = OfferText.extend({
  number: z.string(),
  version: z.int(),
  sha256: z.string(),
  state: OfferState,
  total: z.string(),
  asked: z.array(z.object({ text: z.string(), at: z.string() })),
  acceptedBy: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  order: z
    .object({
      invoiceNumber: z.string(),
      isPaid: z.boolean(),
      isOpen: z.boolean().describe('whether it can be paid'),
      dueNow: z.string().optional().describe('the first instalment; absent: all of it'),
    })
    .nullable()
    .describe('once it is accepted'),
})
export type OpenedOffer = z.infer<typeof OpenedOffer>
