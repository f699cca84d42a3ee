/** The form of an offer: its fields as typed, and the request body. The API validates it. */
import { calendar, currencies } from 'virtual:content'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import type { Offer, OfferBody } from '#api/contract/sales/offers.ts'
import { dayOf, toInstant } from '#api/rules/business-calendar.ts'
import { toDecimal } from '#api/rules/money/money.ts'
import { priceIn } from '#api/rules/money/sold-in.ts'
import { nameOffer, sumLines } from '#api/rules/offers.ts'
import { sendPlan, typePlan } from '#site/areas/admin/money/plan-fields.tsx'
import type { Editing } from '#site/kit/ui/dialog/edit-dialog.tsx'
import type { Paper } from '#site/shop/checkout/offer-document.tsx'

export const VALID_DAYS = 14
const DAY_MS = 86_400_000

type Start = Partial<
  Pick<Offer, 'firstName' | 'lastName' | 'email' | 'title' | 'currency' | 'lines' | 'questions' | 'terms'> &
    Pick<
      Offer,
      'paymentPlan' | 'bankDetails' | 'deliveryDays' | 'includedChanges' | 'validUntil' | 'fromOrder'
    >
>

/** Adds keys, which identify the rows of the form. */
const withKeys = <Row>(rows: readonly Row[]) => rows.map((row, key) => ({ ...row, key }))

/** @param start a stored offer, or what is known about a new one */
export function toDraft(start: Start = {}) {
  return {
    firstName: start.firstName ?? '',
    lastName: start.lastName ?? '',
    email: start.email ?? '',
    title: start.title ?? '',
    lines: withKeys(start.lines ?? [{ text: '', amount: '' }]),
    currency: start.currency ?? currencies.default,
    /** Empty: paid at once. */
    paymentPlan: typePlan(start.paymentPlan),
    deliveryDays: String(start.deliveryDays ?? 7),
    /** Empty: changes are not counted. */
    includedChanges: start.includedChanges?.toString() ?? '',
    /** The last valid day, in the company's time zone. */
    validUntil: dayOf(start.validUntil ? new Date(start.validUntil) : later(), calendar),
    questions: withKeys(start.questions ?? []),
    terms: start.terms ?? '',
    bankDetails: start.bankDetails ?? '',
    fromOrderId: start.fromOrder?.id ?? null,
  }
}

export type OfferDraft = ReturnType<typeof toDraft>
export type OfferErrors = Partial<Record<keyof OfferDraft | `${'lines' | 'questions'}.${string}`, string>>
export type OfferEditing = Editing<OfferDraft, OfferErrors>

const later = () => new Date(Date.now() + VALID_DAYS * DAY_MS)

export function toBody(draft: OfferDraft): OfferBody {
  const { deliveryDays, includedChanges, lines, questions, validUntil } = draft
  return {
    ...draft,
    lines: lines.map(({ text, amount }) => ({ text, amount: amount.trim() })),
    questions: questions.map(({ question, required }) => ({ question, required })),
    paymentPlan: sendPlan(draft.paymentPlan),
    deliveryDays: toCount(deliveryDays),
    includedChanges: includedChanges.trim() === '' ? null : toCount(includedChanges),
    validUntil: validUntil && toInstant(validUntil, '23:59', calendar).toISOString(),
  }
}

/** @returns the paper of what is typed; an amount that is not valid yet is '' */
export function toPaper(draft: OfferDraft, offer?: Offer): Paper {
  const body = toBody(draft)
  const write = (lines: readonly { amount: string }[]) => {
    const sum = sumLines(lines, draft.currency)
    return sum ? toDecimal(sum) : ''
  }
  return {
    ...body,
    lines: body.lines.map((line) => ({ ...line, amount: write([line]) })),
    total: write(body.lines),
    number: offer ? nameOffer(offer.id) : '',
    version: offer?.version ?? 1,
    sha256: '',
    state: 'sent',
    acceptedBy: null,
    acceptedAt: null,
  }
}

/** @returns NaN for a text that is empty or not a number; the API refuses it */
const toCount = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))

/** A copy of the offer, valid as long as a new one. */
export const copyOffer = (offer: Offer): OfferBody => toBody(toDraft({ ...offer, validUntil: undefined }))

/** Adds a line for a package, and fills in the offer's empty fields from it. */
export function addPackage(draft: OfferDraft, item: Package): OfferDraft {
  const price = priceIn(item, draft.currency)
  const amount = price.currency === draft.currency ? toDecimal(price) : ''
  const text = `${item.name}\n${item.description}`
  const lines = draft.lines.filter((line) => line.text.trim() || line.amount.trim())
  const isFirst = lines.length === 0
  return {
    ...draft,
    lines: addRow(lines, { text, amount }),
    ...(isFirst && { deliveryDays: String(item.deliveryDays), title: draft.title || item.name }),
  }
}

export const addRow = <Row extends object>(rows: readonly (Row & { key: number })[], row: Row) => [
  ...rows,
  { ...row, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 },
]
