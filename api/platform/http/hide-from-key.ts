/** What no key reads, whichever call it makes, and what it reads with a scope of its own alone. */
import type { Scope } from '#api/rules/api-keys.ts'

/** Who bought, as the responses name them. */
const BUYER_KEYS = ['customer', 'buyer', 'user', 'owner', 'company', 'reference', 'mailText']

/** @returns the response without notes of the team and files, and without buyers unless the key may read customers */
export function hideFromKey<T>(response: T, scopes: readonly Scope[]): T {
  return hide(response, scopes.includes('customers:read')) as T
}

function hide(value: unknown, showsBuyers: boolean): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isNote(one)).map((one) => hide(one, showsBuyers))
  if (!isPlain(value)) return value
  const fields = Object.entries(value).map(([key, field]): [string, unknown] => {
    if (key === 'files' && Array.isArray(field)) return [key, []]
    if (key === 'notes' && typeof field === 'string') return [key, '']
    if (key === 'author' && isCustomer(field) && !showsBuyers)
      return [key, { ...field, firstName: '', lastName: '' }]
    return [key, BUYER_KEYS.includes(key) && !showsBuyers ? blank(field) : hide(field, showsBuyers)]
  })
  return Object.fromEntries(fields)
}

function blank(value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (Array.isArray(value)) return value.map(blank)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, blank(field)]))
}

const isCustomer = (author: unknown): author is object => isPlain(author) && author.role === 'customer'
const isNote = (value: unknown) => isPlain(value) && value.isTeamOnly === true

/** Nothing but plain objects: a reply or a stream stays as it is. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
