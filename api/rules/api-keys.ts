/** The scopes, limits and format of API keys (docs/api.md, Keys). */

/** A fixed prefix, so that scanners for leaked secrets recognise a key. */
export const KEY_PREFIX = 'shop_live_'
export const KEY_DAYS = 365
export const MOST_KEY_DAYS = 730
/** The rate limit of one key. */
export const KEY_CALLS_A_MINUTE = 120
export const MOST_REFUNDS_A_DAY = 1_000

/** No scope covers rights, keys, second factors, erasures, internal notes, files or credentials. */
export const SCOPES = {
  'orders:read': 'Read orders and their progress, without buyers’ names and addresses',
  'orders:write': 'Change the status of orders, deliver, and change the promised date',
  'messages:read': 'Read conversations, without team notes and files',
  'messages:write': 'Write to customers, and mark their messages as answered',
  'packages:write': 'Read packages and change their texts',
  'reports:read': 'Read sales, invoices and refunds',
  'customers:read': 'Read customers, and buyers’ names and addresses',
  'packages:prices': 'Change prices, and put packages on or off sale',
  'coupons:write': 'Read, create and change coupons',
  'orders:refund': 'Refund orders, up to your daily limit',
  'webhooks:manage': 'Add, change and delete webhooks',
} as const
export type Scope = keyof typeof SCOPES
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[]

/** Scopes for calls that ask an admin for a proof of identity. The people who run the shop are notified when a key gets one. */
export const SENSITIVE_SCOPES: readonly Scope[] = [
  'customers:read',
  'packages:prices',
  'coupons:write',
  'orders:refund',
  'webhooks:manage',
]

export const isSensitive = (scope: Scope): boolean => SENSITIVE_SCOPES.includes(scope)
