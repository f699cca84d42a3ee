/** What the buyer has typed, shared by both ways to buy. It outlives a reload of the tab, all but the password. */
import { map } from 'nanostores'
import { BUYER_FIELD_NAMES } from '../../api/contract/buyer-fields.ts'
import type { BuyerForm } from '../../api/contract/buyer-form.ts'
import { guessCountry } from './guess-country.ts'
import { readStored, store } from './stored.ts'

export type BuyerField = keyof BuyerForm
export type BuyerDraft = Record<BuyerField, string>

const KEY = 'buyer-draft'
const FIELDS: readonly BuyerField[] = [...BUYER_FIELD_NAMES, 'password', 'couponCode']
const BLANK = Object.fromEntries(FIELDS.map((field) => [field, ''])) as BuyerDraft

/** A country that was typed, or stored with the rest, is never replaced by the guess. */
const createBlank = (): BuyerDraft => ({ ...BLANK, country: guessCountry() })

export const $buyerDraft = map<BuyerDraft>({ ...createBlank(), ...readStored<Partial<BuyerDraft>>(KEY) })

$buyerDraft.listen(({ password: _, ...draft }) => store(KEY, draft))

export function resetBuyerDraft(): void {
  $buyerDraft.set(createBlank())
}
