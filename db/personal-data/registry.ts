/**
 * The registry of personal data, one row per table. An erasure runs the rows' SQL (db/erasure/erasure.ts). Tests compare the rows with
 * the columns of the schema (registry.test.ts), and with 'My data' and retention (api/operations/privacy/registry.test.ts).
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
 * In the order of erasure. Mails and the audit log come first, because they are found by addresses and offers. A package's question
 * comes after its answers. The account's names and addresses come last.
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
