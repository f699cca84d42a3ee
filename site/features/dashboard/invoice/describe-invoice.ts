/** What an invoice says, as plain data (docs/product.md, Invoice). How it looks is draw-invoice's. */

import { brand, calendar } from 'virtual:content'
import { listAddressLines } from '../../../../api/contract/address.ts'
import type { Buyer } from '../../../../api/contract/auth.ts'
import { nameCountry } from '../../../../api/contract/countries.ts'
import type { Order } from '../../../../api/contract/orders.ts'
import { paymentProvider } from '../../../../api/contract/payment-provider.ts'
import { convertToPaise, parsePriceCents, toDecimal } from '../../../../api/contract/pricing.ts'
import { FULL_REFUND_HOURS, WARRANTY_DAYS } from '../../../../api/contract/promises.ts'
import { PAYMENT_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { formatInr, formatUsd } from '../../../format/money.ts'

export interface Line {
  label: string
  text: string
}

export interface Party {
  name: string
  lines: string[]
}

export interface Invoice {
  fileName: string
  number: string
  seller: Party
  buyer: Party
  facts: Line[]
  item: { name: string; note: string; amount: string }
  /** Only where there is a discount: what it was, and what went off. */
  reductions: Line[]
  total: string
  /** The dollars that were charged, and what they were worth. */
  charged: string
  terms: string[]
}

/** In the company's time zone, so that an order has one date wherever the customer is. */
const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: calendar.timeZone,
})

const PAID =
  'Paid in full by the method above. The charge was made in US dollars; rupees are shown at the rate of the day of the order.'
const NO_PAYMENT = 'No payment due'
const FREE =
  'The discount covers the whole price: nothing was charged. Rupees are shown at the rate of the day of the order.'

const TERMS = [
  `Full refund if cancelled within ${FULL_REFUND_HOURS} hours of payment, before work starts. Delivered work carries a ${WARRANTY_DAYS}-day warranty.`,
  `Our Terms of Service and Refund Policy apply. Questions about this invoice: ${brand.email.billing}.`,
  'This invoice was made by a computer and is valid without a signature.',
]

export function describeInvoice(order: Order): Invoice {
  return {
    fileName: `${brand.filePrefix}Invoice-${order.id}.pdf`,
    number: order.invoiceNumber,
    seller: describeSeller(),
    buyer: describeBuyer(order.buyer),
    facts: [
      { label: 'Date', text: day.format(new Date(order.createdAt)) },
      { label: 'Status', text: describeStatus(order) },
      {
        label: 'Payment method',
        text: Number(order.amount) > 0 ? paymentProvider.paymentMethod : NO_PAYMENT,
      },
      { label: 'Payment ID', text: order.paymentId ?? 'N/A' },
    ],
    item: {
      name: order.packageName,
      note: order.package.category,
      amount: formatInr(toDecimal(toPaise(order.originalAmount, order))),
    },
    reductions: describeReductions(order),
    total: formatInr(order.amountInr),
    charged: `${formatUsd(order.amount)} at ${formatInr(order.usdInrRate)} to the US dollar`,
    terms: [Number(order.amount) > 0 ? PAID : FREE, ...TERMS],
  }
}

function describeSeller(): Party {
  return {
    name: brand.legalName,
    lines: [
      ...listAddressLines(brand.registeredAddress),
      `${brand.taxLabel} ${brand.taxNumber}`,
      brand.email.billing,
      brand.phone,
    ],
  }
}

function describeBuyer(buyer: Buyer): Party {
  const region = `${buyer.state} ${buyer.zipCode}`.trim()
  return {
    name: `${buyer.firstName} ${buyer.lastName}`,
    lines: [
      buyer.company,
      ...buyer.address.split('\n'),
      [buyer.city, region].filter(Boolean).join(', '),
      nameCountry(buyer.country),
      buyer.taxId ? `Tax ID ${buyer.taxId}` : '',
      buyer.email,
    ].filter((line) => line.trim() !== ''),
  }
}

function describeStatus({ status, paymentStatus }: Order): string {
  return [status, ...(paymentStatus === 'refunded' ? [PAYMENT_STATUS_LABELS.refunded] : [])]
    .join(', ')
    .toUpperCase()
}

/** The discount in rupees is the difference of the two rounded sums, so that the column adds up to the paisa. */
function describeReductions(order: Order): Line[] {
  if (Number(order.discountAmount) === 0) return []
  const original = toPaise(order.originalAmount, order)
  const off = original - toPaise(order.amount, order)
  return [
    { label: 'Original amount', text: formatInr(toDecimal(original)) },
    {
      label: order.couponCode ? `Discount (${order.couponCode})` : 'Discount',
      text: `−${formatInr(toDecimal(off))}`,
    },
  ]
}

function toPaise(dollars: string, { usdInrRate }: Order): number {
  return convertToPaise(parsePriceCents(dollars) ?? 0, usdInrRate)
}
