/** The shape of the registry's rows, and SQL that they share. */

/** Parameters of the SQL: `:userId` is the customer to erase; `eraseRows` in db/erasure/erasure.ts binds the others. */
export interface PersonalDataRow {
  table: string
  /** The column that leads to the customer, or 'shop': about nobody, or only about the team. */
  owner: string
  /** Its key in 'My data' (api/contract/operations/personal-data.ts), or 'no: ' and the reason. */
  exported: string
  /**
   * All columns with text or bytes, separated by spaces. Each key says what an erasure does to them: 'deleted …', 'emptied …',
   * 'replaced …', or 'stays …: ' and the reason.
   * @example { emptied: 'note links', 'stays: words of the shop': 'state_before' }
   */
  erased: Readonly<Record<string, string>>
  /** The SQL of the erasure, statement by statement. */
  erase?: readonly string[]
  /** The names of the rules that remove it later (api/operations/privacy/retention-rules.ts), or 'stays: ' and the reason. */
  kept: readonly string[]
}

/** Makes the row of a table without customer data. @param kept the rule that removes its rows later, if any */
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
