/** API keys, as admins create and revoke them. These calls cannot be made with an API key. */
import * as z from 'zod'
import { PersonName } from '#api/contract/platform/person-name.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { KEY_DAYS, MOST_KEY_DAYS, MOST_REFUNDS_A_DAY, SCOPE_NAMES } from '#api/rules/api-keys.ts'

const Scope = z.enum(SCOPE_NAMES, `Scopes are some of ${SCOPE_NAMES.join(', ')}`)
const Address = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'Enter addresses such as 192.0.2.7 or 2001:db8::/48',
)

const name = boundedText({ label: 'Name', max: 80 })
const scopes = z
  .array(Scope, 'Scopes are a list')
  .min(1, 'Choose what the key may do')
  .max(SCOPE_NAMES.length, 'Choose each scope once')
const addresses = z
  .array(Address, 'Addresses are a list')
  .max(50, 'At most 50 addresses')
  .describe('IP addresses and networks that the key may come from; empty: any')
const dailyRefunds = z
  .int('Refunds per day must be a whole number')
  .min(0, 'Refunds per day must be 0 or more')
  .max(MOST_REFUNDS_A_DAY, `At most ${MOST_REFUNDS_A_DAY} refunds per day`)
  .describe('how many refunds it may make a day, with orders:refund')

export const CreateKeyBody = z.object({
  name,
  scopes,
  days: z
    .int()
    .min(1)
    .max(MOST_KEY_DAYS, `A key is valid for at most ${MOST_KEY_DAYS} days`)
    .default(KEY_DAYS)
    .describe('how long it is valid'),
  addresses: addresses.default([]),
  dailyRefunds: dailyRefunds.default(0),
})
export type CreateKeyBody = z.infer<typeof CreateKeyBody>

/** Omitted fields stay unchanged. */
export const UpdateKeyBody = z.object({ name, scopes, addresses, dailyRefunds }).partial()
export type UpdateKeyBody = z.infer<typeof UpdateKeyBody>

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  start: z.string().describe('the beginning of the key'),
  scopes: z.array(Scope),
  addresses: z.array(z.string()),
  dailyRefunds: z.int(),
  keeper: PersonName.describe('the admin in whose name it acts'),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  lastAddress: z.string().nullable(),
  revokedAt: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const KeyWithSecret = ApiKey.extend({ key: z.string().describe('shown this once') })
export type KeyWithSecret = z.infer<typeof KeyWithSecret>

/** What happens to the API keys of a user who may no longer keep them. `take_over` gives them to the calling admin. */
export const KeysOfUser = z
  .enum(['revoke', 'take_over'], 'keys must be revoke or take_over')
  .optional()
  .describe('what becomes of the API keys that the user keeps')
export type KeysOfUser = z.infer<typeof KeysOfUser>
