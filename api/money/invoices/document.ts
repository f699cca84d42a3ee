/** Writes the content of invoices and credit notes. */

import { brand, calendar, currencies } from '#api/content/content.ts'
import type {
  CREDIT_REASONS,
  InvoiceBuyer,
  InvoiceDocument,
  InvoiceTax,
} from '#api/contract/money/invoices.ts'
import { listAddressLines } from '#api/rules/addresses.ts'
import { dayOf } from '#api/rules/business-calendar.ts'
import type { BuyerFieldName } from '#api/rules/buyer-fields.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import {
  convert,
  fromNumber,
  type Money,
  money,
  subtract,
  takeShare,
  toDecimal,
} from '#api/rules/money/money.ts'
import { computeTax } from '#api/rules/money/tax.ts'
import { paymentProvider } from '#api/rules/payment-provider.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import type { OrderInstalment } from '#db/models/money/order-instalment.ts'
import type { Order } from '#db/models/orders/order.ts'
import type { Buyer } from '#db/models/people/buyer.ts'

/** Raise it whenever site/invoice changes the layout. Documents issued before keep the layout of their version. */
export const TEMPLATE_VERSION = 4

const NO_PAYMENT = 'No payment due'
const BY_TRANSFER = 'Bank transfer'

export interface InvoiceHead {
  serial: string
  issuedAt: Date
}

/** The sale that a document covers: a whole order or one instalment. */
export interface BilledSale {
  order: Order
  category: string
  /** The provider's payment id or the transfer's reference; null for a free order or an unpaid instalment. */
  paymentId: string | null
  isTransfer?: boolean
  /** undefined for an order that is paid at once. */
  instalment: BilledInstalment | undefined
}

/** An instalment of an order. It gets its own invoice once it is paid or the work is accepted. */
interface BilledInstalment
  extends Pick<OrderInstalment, 'position' | 'label' | 'amountCents' | 'paidAt' | 'dueAt' | 'state'> {
  /** Number of instalments of the order. */
  of: number
  /** Sum of all earlier instalments, in minor units; `paidBefore` counts only the paid ones. */
  before: number
  paidBefore: number
}

/** An amount as charged and as shown on the document. They differ where dollars are shown in rupees. */
export interface BilledAmount {
  charged: Money
  shown: Money
}

/** @returns the currency of an order's documents: rupees for a dollar order if the seller charges GST or the shop shows rupees */
export function documentCurrency({ currency }: Order): string {
  const isInRupees = currencies.showsRupees || brand.tax.scheme === 'gst'
  return currency === 'USD' && isInRupees ? 'INR' : currency
}

/** @param shownIn the currency of the order's documents. It stays the same, even if the shop's currencies change. */
export function toBilledAmount(
  minor: number,
  { currency, usdInrRate }: Order,
  shownIn: string,
): BilledAmount {
  const charged = money(minor, currency)
  return { charged, shown: shownIn === currency ? charged : convert(charged, usdInrRate, 'INR') }
}

export function subtractBilled(one: BilledAmount, other: BilledAmount): BilledAmount {
  return { charged: subtract(one.charged, other.charged), shown: subtract(one.shown, other.shown) }
}

/** @returns the total of a sale's invoice. The totals of all instalments add up to the order's, in both currencies. */
export function billSale({ order, instalment }: BilledSale, shownIn: string): BilledAmount {
  if (!instalment) return toBilledAmount(order.amountCents, order, shownIn)
  const { before, amountCents } = instalment
  return subtractBilled(
    toBilledAmount(before + amountCents, order, shownIn),
    toBilledAmount(before, order, shownIn),
  )
}

/**
 * Lines, discounts and taxes of all instalments add up to those of a single invoice for the whole order.
 * @param options.left the price minus earlier refunds; `earlier`: serials of the invoices of earlier instalments
 */
export function writeInvoice(
  head: InvoiceHead,
  sale: BilledSale,
  { buyer, left, earlier }: { buyer: InvoiceBuyer; left: BilledAmount; earlier: readonly string[] },
): InvoiceDocument {
  const { order, instalment } = sale
  const { currency: shownIn } = left.shown
  const original = toBilledAmount(order.originalCents, order, shownIn).shown
  const { shown: price } = toBilledAmount(order.amountCents, order, shownIn)
  const billed = billSale(sale, shownIn)
  const from = instalment ? toBilledAmount(instalment.before, order, shownIn).shown.minor : 0
  const share = { from, to: from + billed.shown.minor, whole: price.minor }
  const line = instalment ? takeShare(original, share) : original
  const discount = subtract(line, billed.shown)
  const credited = subtractBilled(billed, left)
  const whole = computeTax(instalment ? price : left.shown, brand, buyer)
  const tax = instalment && whole ? takeTax(whole, left.shown, { from, whole: price }) : whole
  return {
    kind: 'invoice',
    ...writeHead(head, sale),
    seller: {
      name: brand.legalName,
      lines: listAddressLines(brand.registeredAddress),
      taxLabel: brand.taxLabel,
      taxNumber: brand.taxNumber,
      email: brand.email.billing,
      phone: brand.phone,
    },
    buyer,
    ...(order.reference && { reference: order.reference }),
    lines: [writeLine(order.packageName, line, describeInstalment(sale, earlier))],
    ...(discount.minor > 0 && {
      discount: {
        ...(order.couponCode !== null && { couponCode: order.couponCode }),
        amount: toDecimal(discount),
      },
    }),
    ...(credited.charged.minor > 0 && { credited: toDecimal(credited.shown) }),
    ...(tax && { tax }),
    ...writeTotal(left, order),
    paymentStatus: isUnpaid(sale) ? 'UNPAID' : credited.charged.minor > 0 ? 'PARTLY REFUNDED' : 'PAID',
  }
}

const isUnpaid = ({ instalment }: BilledSale): boolean =>
  instalment !== undefined && !INSTALMENT_STATE[instalment.state].isPaid

function describeInstalment({ order, category, instalment }: BilledSale, earlier: readonly string[]): string {
  if (!instalment) return category
  const [soFar, price] = [instalment.paidBefore + instalment.amountCents, order.amountCents].map((minor) =>
    formatMoney(money(minor, order.currency)),
  )
  const paid = instalment.paidAt ? ` (${soFar} of ${price} paid)` : ''
  const name = `${category}. Instalment ${instalment.position} of ${instalment.of}${paid}: ${instalment.label}`
  if (earlier.length === 0) return name
  return `${name}. Earlier ${earlier.length === 1 ? 'invoice' : 'invoices'}: ${earlier.join(', ')}`
}

interface Credit {
  invoice: InvoiceDocument
  /** The invoice's total minus earlier credit notes. */
  left: BilledAmount
  /** The amount this note credits, at most `left`. */
  sum: BilledAmount
  reason: (typeof CREDIT_REASONS)[number]
}

export function writeCreditNote(
  head: InvoiceHead,
  sale: BilledSale,
  { invoice, left, sum, reason }: Credit,
): InvoiceDocument {
  const { order } = sale
  const { shown: whole } = readSum(invoice)
  const from = subtract(whole, left.shown).minor
  const { minor: stays } = (reason === 'billing_details' ? left : subtractBilled(left, sum)).charged
  return {
    kind: 'credit_note',
    ...writeHead(head, sale),
    seller: invoice.seller,
    buyer: invoice.buyer,
    ...(invoice.reference && { reference: invoice.reference }),
    lines: [writeLine(order.packageName, sum.shown)],
    ...(invoice.tax && { tax: takeTax(invoice.tax, sum.shown, { from, whole }) }),
    ...writeTotal(sum, order),
    paymentStatus: isUnpaid(sale)
      ? 'UNPAID'
      : stays === (sale.instalment ?? order).amountCents
        ? 'PAID'
        : stays > 0
          ? 'PARTLY REFUNDED'
          : 'REFUNDED',
    corrects: { serial: invoice.serial, issuedOn: invoice.issuedOn, reason },
  }
}

function writeHead(
  { serial, issuedAt }: InvoiceHead,
  { order, paymentId, isTransfer, instalment }: BilledSale,
) {
  const { paymentMethod } = paymentProvider
  return {
    serial,
    orderId: order.id,
    orderNumber: order.invoiceNumber,
    issuedAt: issuedAt.toISOString(),
    issuedOn: dayOf(issuedAt, calendar),
    paidOn: dayOf(
      (instalment ? (instalment.paidAt ?? instalment.dueAt) : order.paidAt) ?? order.createdAt,
      calendar,
    ),
    fileId: crypto.randomUUID().replaceAll('-', '').toUpperCase(),
    paymentMethod: order.isFree ? NO_PAYMENT : isTransfer ? BY_TRANSFER : paymentMethod,
    ...(paymentId !== null && { paymentId }),
  }
}

function writeLine(description: string, sum: Money, note?: string) {
  const amount = toDecimal(sum)
  return { description, ...(note && { note }), quantity: 1, unitAmount: amount, amount }
}

function writeTotal({ charged, shown }: BilledAmount, { usdInrRate }: Order) {
  const rate = shown.currency === charged.currency ? '1' : usdInrRate
  return {
    currency: shown.currency,
    total: toDecimal(shown),
    charged: { amount: toDecimal(charged), currency: charged.currency, rate },
  }
}

/**
 * @param tax the tax in `whole`
 * @param from how much of `whole` earlier instalments have used up, in minor units
 * @returns the tax in `sum`. The taxes of all instalments add up to `tax`, in spite of rounding.
 */
function takeTax(tax: InvoiceTax, sum: Money, { from, whole }: { from: number; whole: Money }) {
  const instalment = { from, to: from + sum.minor, whole: whole.minor }
  const share = (amount: string) => takeShare(fromNumber(Number(amount), whole.currency), instalment)
  const lines = tax.lines.map((line) => ({ ...line, taken: share(line.amount) }))
  const taxable = lines.reduce((rest, { taken }) => subtract(rest, taken), sum)
  return {
    ...tax,
    taxableAmount: toDecimal(taxable),
    lines: lines.map(({ taken, ...line }) => ({ ...line, amount: toDecimal(taken) })),
  }
}

export function readSum({ total, currency, charged }: InvoiceDocument): BilledAmount {
  return {
    charged: fromNumber(Number(charged.amount), charged.currency),
    shown: fromNumber(Number(total), currency),
  }
}

/** Whether an invoice shows a buyer's field on its own. First and last name are shown as one. */
const IS_FACT = {
  firstName: false,
  lastName: false,
  email: true,
  phone: true,
  company: true,
  jobTitle: false,
  country: true,
  address: true,
  city: true,
  state: true,
  zipCode: true,
  taxId: true,
} as const satisfies Record<BuyerFieldName, boolean>
type Fact = { [Name in BuyerFieldName]: (typeof IS_FACT)[Name] extends true ? Name : never }[BuyerFieldName]

/** @returns the buyer's details for an invoice, without placeholders for fields that a guest was not asked for */
export function describeBuyer(buyer: Pick<Buyer, Fact | 'firstName' | 'lastName'>): InvoiceBuyer {
  const { firstName, lastName, email, ...others } = omitPlaceholders(buyer)
  const facts = Object.entries(others).filter(([field, value]) => IS_FACT[field as BuyerFieldName] && value)
  return { name: `${firstName} ${lastName}`, email, ...Object.fromEntries(facts) }
}
