import { atom } from 'nanostores'
import type { Package } from '#api/contract/catalogue/catalogue.ts'

/** The package that the visitor is about to buy. While there is one, the purchase dialog is open. */
export const $selectedPackage = atom<Package | null>(null)
