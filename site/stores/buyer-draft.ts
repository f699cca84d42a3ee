/** What the buyer has typed: kept over a reload of the tab, all but the password, and shared by both ways to buy. */
import { map } from 'nanostores'
import type { BuyerForm } from '../../api/contract/buyer-form.ts'

export type BuyerField = keyof BuyerForm
export type BuyerDraft = Record<BuyerField, string>

const KEY = 'buyer-draft'
const BLANK: BuyerDraft = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  phone: '',
  company: '',
  jobTitle: '',
  address: '',
  city: '',
  state: '',
  country: '',
  zipCode: '',
  taxId: '',
  couponCode: '',
}

export const $buyerDraft = map<BuyerDraft>({ ...BLANK, ...readKept() })

$buyerDraft.listen(({ password: _, ...kept }) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
})

export function resetBuyerDraft(): void {
  $buyerDraft.set(BLANK)
}

function readKept(): Partial<BuyerDraft> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const texts = Object.entries(kept).filter(([field, text]) => field in BLANK && typeof text === 'string')
    return Object.fromEntries(texts)
  } catch {
    return {}
  }
}
