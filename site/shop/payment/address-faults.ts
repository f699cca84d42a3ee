/** Checks an Indian address, because it decides the tax (docs/product/shop.md, Tax). */
import { brand } from 'virtual:content'
import { askAboutPin, findStateFault } from '#api/rules/money/indian-address.ts'
import { readStored, store } from '#site/kit/stores/stored.ts'

type Address = Parameters<typeof askAboutPin>[1]

const ASKED = 'asked-pin-codes'
const MOST_REMEMBERED = 20

/**
 * Asks about a PIN code that belongs to another state. Submitting again confirms it; this browser does not ask again.
 * @returns the question, unless it was asked before
 */
export function askOnceAboutPin(address: Address): string | undefined {
  const question = askAboutPin(brand, address)
  const asked = readStored<string[]>(ASKED, 'browser') ?? []
  if (!question || asked.includes(question)) return undefined
  store(ASKED, [...asked.slice(1 - MOST_REMEMBERED), question], 'browser')
  return question
}

/** @returns why the form cannot be sent yet, by field */
export function checkAddress(address: Address): Partial<Record<'state' | 'zipCode', string>> {
  const state = findStateFault(brand, address)
  const zipCode = askOnceAboutPin(address)
  return { ...(state && { state }), ...(zipCode && { zipCode }) }
}
