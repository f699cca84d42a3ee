/** The data that the buyer has typed. All of it but the password survives a reload of the tab. */

import { map } from 'nanostores'
import type { BuyerForm } from '#api/contract/people/buyer-form.ts'
import { BUYER_FIELD_NAMES } from '#api/rules/buyer-fields.ts'
import { isCountry } from '#api/rules/countries.ts'
import { $session } from './session.ts'
import { BUYER_DRAFT, readStored, store } from './stored.ts'

/**
 * @param languages the browser's, in order of preference
 * @returns the country of the first language that names a listed one; '' if none does
 * @example guessCountry(['en', 'de-AT']) // 'AT'
 */
export function guessCountry(
  languages: readonly string[] = typeof window === 'undefined' ? [] : navigator.languages,
): string {
  return languages.map(findRegion).find(isCountry) ?? ''
}

/** @returns '' if the language names no country */
function findRegion(language: string): string {
  try {
    return new Intl.Locale(language).region ?? ''
  } catch {
    // A browser may name an invalid language.
    return ''
  }
}

export type BuyerField = keyof BuyerForm
export type BuyerDraft = Record<BuyerField, string>

const FIELDS: readonly BuyerField[] = [...BUYER_FIELD_NAMES, 'password', 'reference', 'couponCode']
const BLANK = Object.fromEntries(FIELDS.map((field) => [field, ''])) as BuyerDraft

/** Guesses the country. A chosen or stored one is never replaced. */
const createBlank = (): BuyerDraft => ({ ...BLANK, country: guessCountry() })

export const $buyerDraft = map<BuyerDraft>({
  ...createBlank(),
  ...readStored<Partial<BuyerDraft>>(BUYER_DRAFT),
})

/** The account that was last signed in while this draft existed. */
let ownerId = readStored<{ ownerId?: number }>(BUYER_DRAFT)?.ownerId

let isStored = readStored(BUYER_DRAFT) !== undefined

$buyerDraft.listen(({ password: _, ...draft }) => {
  isStored = true
  store(BUYER_DRAFT, { ...draft, ownerId })
})

export function resetBuyerDraft(): void {
  $buyerDraft.set(createBlank())
}

// The next user of this browser must not see the last one's data. A guest who signs in keeps what they have typed.
$session.subscribe(({ user }) => {
  // A sign-out has removed the draft.
  if (!user && isStored && readStored(BUYER_DRAFT) === undefined) {
    ownerId = undefined
    resetBuyerDraft()
  }
  if (!user || user.id === ownerId) return
  const email = $buyerDraft.get().email.trim().toLowerCase()
  const isTheirs = ownerId === undefined && (email === '' || email === user.email.toLowerCase())
  ownerId = user.id
  $buyerDraft.set(isTheirs ? { ...$buyerDraft.get() } : createBlank())
})
