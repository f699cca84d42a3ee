/**
 * What is known of a person: a row a table. An erasure runs the rows' SQL (db/erasure/erasure.ts). Tests hold the rest to the
 * rows: the columns of the schema (registry.test.ts), 'My data' and retention (api/operations/privacy/registry.test.ts).
 */
import { CATALOGUE } from './catalogue.ts'
import { MONEY } from './money.ts'
import { OPERATIONS } from './operations.ts'
import { ORDER_DATA } from './orders.ts'
import { OUTBOUND } from './outbound.ts'
import { PEOPLE } from './people.ts'
import { PLATFORM } from './platform.ts'
import type { PersonalDataRow } from './row.ts'
import { SALES } from './sales.ts'

/**
 * In the order in which an erasure goes through them: mails and the audit log are found by addresses and offers, so they go
 * first; a package's question after its answers; the account's names and addresses last.
 */
export const PERSONAL_DATA: readonly PersonalDataRow[] = [
  ...PLATFORM,
  ...MONEY,
  ...ORDER_DATA,
  ...CATALOGUE,
  ...SALES,
  ...PEOPLE,
  ...OUTBOUND,
  ...OPERATIONS,
]
