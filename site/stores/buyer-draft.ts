/** The data that the buyer has typed. All but the password survives a reload of the tab. */
import { map } from 'nanostores'
import type { BuyerForm } from '../../api/contract/light/buyer-form.ts'
import { BUYER_FIELD_NAMES } from '../../api/rules/buyer-fields.ts'
import { guessCountry } from './guess-country.ts'
import { readStored, store } from './stored.ts'

export type BuyerField = keyof BuyerForm
export type BuyerDraft = Record<BuyerField, string>

const KEY = 'buyer-draft'
const FIELDS: readonly BuyerField[] = [...BUYER_FIELD_NAMES, 'password', 'couponCode']
const BLANK = Object.fromEntries(FIELDS.map((field) => [field, ''])) as BuyerDraft

/** Guesses the country. A chosen or stored one is never replaced. */
const createBlank = (): BuyerDraft => ({ ...BLANK, country: guessCountry() })

export const $buyerDraft = map<BuyerDraft>({ ...createBlank(), ...readStored<Partial<BuyerDraft>>(KEY) })

$buyerDraft.listen(({ password: _, ...draft }) => store(KEY, draft))

export function resetBuyerDraft(): void {
  $buyerDraft.set(createBlank())
}
