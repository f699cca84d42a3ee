import { atom } from 'nanostores'
import type { Package } from '../../api/contract/catalogue.ts'

/** The package a visitor is about to buy; the purchase modal is open while there is one. */
export const $selectedPackage = atom<Package | null>(null)
