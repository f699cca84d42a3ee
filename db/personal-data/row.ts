/** What a row of the registry says of a table, and the SQL that the rows share. */

/** `:userId` is the customer who is erased; `eraseRows` in db/erasure/erasure.ts binds the other names. */
export interface PersonalDataRow {
  table: string
  /** The column that leads to its customer, or 'shop': about nobody, or about the team alone. */
  owner: string
  /** Its key in 'My data' (api/contract/operations/personal-data.ts), or 'no: ' and why not. */
  exported: string
  /**
   * All columns with text or bytes, spaces between them, by what an erasure does to them: 'deleted …', 'emptied …',
   * 'replaced …', or 'stays …: ' and why.
   * @example { emptied: 'note links', 'stays: words of the shop': 'state_before' }
   */
  erased: Readonly<Record<string, string>>
  /** SQL that does so. */
  erase?: readonly string[]
  /** By the names of the rules that remove it later (api/operations/privacy/retention-rules.ts), or 'stays: ' and why. */
  kept: readonly string[]
}

/** A table that names no customer. @param kept the rule that removes it later, if there is one */
export const ofShop = (table: string, columns: string, kept = 'stays: of the shop'): PersonalDataRow => ({
  table,
  owner: 'shop',
  exported: 'no: of the shop',
  erased: { 'stays: of the shop': columns },
  kept: [kept],
})

/** SQL: an order's buyer with every field empty. */
export const EMPTY_BUYER = `(SELECT jsonb_object_agg(field, '') FROM jsonb_object_keys(orders.buyer) AS fields (field))`

export const ORDERS = 'SELECT id FROM orders WHERE user_id = :userId'
export const PAYMENTS = `SELECT id FROM payments WHERE order_id IN (${ORDERS})`
export const REFUNDS = `SELECT id FROM refunds WHERE payment_id IN (${PAYMENTS})`
/** SQL: the offers that became orders of the customer and, if the address is verified, those sent to it. */
export const OFFERS = `SELECT id FROM offers WHERE id IN (SELECT offer_id FROM orders WHERE user_id = :userId)
  OR :isVerified AND lower(email) = ANY (:emails)`
