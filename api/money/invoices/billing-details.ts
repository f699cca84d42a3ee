/** Changes of billing details after the purchase (docs/product/shop.md, Invoices and credit notes). */
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { brand, currencies } from '#api/content/content.ts'
import type { BillingDetailsBody } from '#api/contract/money/invoices.ts'
import { Conflict, InvalidInput, NotFound } from '#api/platform/errors.ts'
import { DAY_MS } from '#api/platform/http/limits.ts'
import { NO_GSTIN, parseGstin } from '#api/rules/money/gstin.ts'
import { maySellIn } from '#api/rules/money/sold-in.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { BILLING_DETAILS_DAYS } from '#api/rules/periods.ts'
import { Order } from '#db/models/orders/order.ts'
import { assertStateOfForm } from './assert-state.ts'
import { describeBuyer } from './document.ts'
import { reissue, updateLedgers } from './issue.ts'

/**
 * @param firstIssuedAt when the first invoice of the order or instalment was issued
 * @returns the deadline for changing its billing details
 */
export function endOfBillingDetails(firstIssuedAt: Date): Date {
  return new Date(firstIssuedAt.getTime() + BILLING_DETAILS_DAYS * DAY_MS)
}

/**
 * Credits the order's invoice and issues a new one. For an order in instalments, does so for each invoice that can still change.
 * Unchanged details do nothing.
 * @throws NotFound when it is not the user's paid order; Conflict order_refunded, billing_details_closed; InvalidInput
 */
export async function changeBillingDetails(
  db: Knex,
  { orderId, userId, details }: { orderId: number; userId: number; details: BillingDetailsBody },
): Promise<void> {
  checkIndianDetails(details)
  await db.transaction(async (trx) => {
    const order = await Order.query(trx).findById(orderId).where({ userId }).forUpdate()
    if (!order || PAYMENT_STATUS[order.paymentStatus].isUnpaid) throw new NotFound('Order')
    const ledgers = await updateLedgers(trx, order)
    const last = ledgers.at(-1)
    if (!last) throw new NotFound('Invoice')
    if (PAYMENT_STATUS[order.paymentStatus].isRefunded) {
      const message = 'This order has been refunded in full, so its invoice can no longer change'
      throw new Conflict('order_refunded', message)
    }
    const now = new Date()
    const open = ledgers.filter(({ firstIssuedAt }) => now <= endOfBillingDetails(firstIssuedAt))
    if (open.length === 0) {
      throw new Conflict(
        'billing_details_closed',
        `Billing details can be changed for ${BILLING_DETAILS_DAYS} days after the invoice. Please contact us.`,
      )
    }
    const { buyer: known } = last.live.document
    if (details.country !== known.country) assertSoldTo(details.country, order.currency, 'country')
    const buyer = describeBuyer({
      ...details,
      company: details.company ?? '',
      taxId: details.taxId ?? null,
      email: known.email,
      phone: known.phone ?? '',
    })
    const which = open.filter(
      ({ sale, live, left }) =>
        !isDeepStrictEqual(buyer, live.document.buyer) && (!sale.instalment || left.charged.minor > 0),
    )
    await reissue(trx, ledgers, { buyer, which })
  })
}

/**
 * Each currency is sold in certain countries only, so an order cannot move to a country outside them afterwards.
 * @param path the form field to blame
 * @throws InvalidInput
 */
export function assertSoldTo(country: string, currency: string, path: string): void {
  if (maySellIn(currencies, country, currency)) return
  const words = `This price in ${currency} is for billing addresses in other countries. Please write to ${brand.email.support}.`
  throw new InvalidInput(path, words)
}

/** In India the tax depends on the buyer's state and GSTIN (docs/product/shop.md, Tax). */
function checkIndianDetails(details: BillingDetailsBody): void {
  assertStateOfForm(details, 'state')
  const { country, taxId } = details
  if (brand.tax.scheme !== 'gst' || country !== 'IN') return
  if (taxId && !parseGstin(taxId)) throw new InvalidInput('taxId', NO_GSTIN)
}
