import type { Import, ImportedPerson } from '../../../../api/contract/imports.ts'
import type { ImportKind } from '../../../../api/rules/import-columns.ts'
import { formatNumber } from '../../../format/count.ts'
import type { StateLook } from '../../../ui/primitives/status-badge.tsx'

export const KIND_LABELS: Readonly<Record<ImportKind, string>> = {
  customers: 'Customers',
  orders: 'Past orders',
}

const NOUNS: Readonly<Record<ImportKind, readonly [one: string, many: string]>> = {
  customers: ['customer', 'customers'],
  orders: ['past order', 'past orders'],
}

/** @example countThings('orders', 1200) // '1,200 past orders' */
export function countThings(kind: ImportKind, count: number): string {
  const [one, many] = NOUNS[kind]
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

export const countLinks = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'sign-in link' : 'sign-in links'}`

export const STATES: Readonly<Record<Import['state'], StateLook>> = {
  checking: { label: 'Checking', tone: 'accent' },
  checked: { label: 'Not imported yet', tone: 'caution' },
  applying: { label: 'Importing', tone: 'accent' },
  applied: { label: 'Imported', tone: 'positive' },
  refused: { label: 'Refused', tone: 'negative' },
}

export const LINKS: Readonly<Record<ImportedPerson['link'], StateLook>> = {
  unsent: { label: 'No link sent', tone: 'neutral' },
  waiting: { label: 'Waits for its turn', tone: 'caution' },
  sent: { label: 'Link sent', tone: 'accent' },
  used: { label: 'Has a password', tone: 'positive' },
  disabled: { label: 'Disabled', tone: 'negative' },
}
