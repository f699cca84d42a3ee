/** What the buyer has typed, shared by both ways to buy. It outlives a reload of the tab, all but the password. */
import { map } from 'nanostores'
import { BUYER_FIELD_NAMES } from '../../api/contract/buyer-fields.ts'
import type { BuyerForm } from '../../api/contract/buyer-form.ts'
import { readStored, store } from './stored.ts'

export type BuyerField = keyof BuyerForm
export type BuyerDraft = Record<BuyerField, string>

const KEY = 'buyer-draft'
const FIELDS: readonly BuyerField[] = [...BUYER_FIELD_NAMES, 'password', 'couponCode']
const BLANK = Object.fromEntries(FIELDS.map((field) => [field, ''])) as BuyerDraft

export const $buyerDraft = map<BuyerDraft>({ ...BLANK, ...readStored<Partial<BuyerDraft>>(KEY) })

$buyerDraft.listen(({ password: _, ...draft }) => store(KEY, draft))

export function resetBuyerDraft(): void {
  $buyerDraft.set(BLANK)
}
