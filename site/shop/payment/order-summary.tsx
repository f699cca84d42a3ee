import { brand, currencies } from 'virtual:content'
import { CalendarCheck, type LucideIcon, RotateCcw, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import type { Money } from '#api/rules/money/money.ts'
import { isBelowMinimum, type Quote } from '#api/rules/money/pricing.ts'
import { smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { isTaxCharged } from '#api/rules/money/tax.ts'
import { paymentProvider } from '#api/rules/payment-provider.ts'
import { FULL_REFUND_HOURS, WARRANTY_DAYS } from '#api/rules/promises.ts'
import { computePromisedDate, formatPromise } from '#site/kit/format/promised-date.ts'

export function payLabel(amount: Money): string {
  return amount.minor === 0 ? 'Place order' : `Pay ${formatMoney(amount)}`
}

interface OrderSummaryProps {
  id?: string
  heading: 'h2' | 'h3'
  item: Pick<Package, 'name' | 'description' | 'deliveryDays'>
  quote: Quote
  couponCode: string | null | undefined
  /** The buyer's country, which decides whether tax is charged; absent while unknown. */
  country?: string | undefined
  /** Shown if the charge is in another currency than the price shown so far. */
  currencyNote?: string
  couponBox?: ReactNode
  /** What is charged now, if that is only an instalment of the price. */
  today?: Money
  instalmentsChoice?: ReactNode
  /** The pay button with its notes, or why the order cannot be paid. */
  children?: ReactNode
  className?: string
}

/** The package, the price and the shop's promises, in a box beside the form. */
export function OrderSummary({
  id,
  heading: Heading,
  item,
  quote,
  couponCode,
  country,
  currencyNote,
  couponBox,
  today = quote.amount,
  instalmentsChoice,
  children,
  className = '',
}: OrderSummaryProps) {
  const headingId = useId()
  const least = smallestChargeOf(currencies, quote.amount.currency)
  return (
    <section
      id={id}
      data-in-use="large"
      aria-labelledby={headingId}
      className={`divide-y divide-line rounded-lg border border-line px-5 ${className}`}
    >
      <div className="py-3.5">
        <Heading id={headingId} className="text-sm font-medium text-ink-quiet">
          Order Summary
        </Heading>
        <p className="mt-2 flex items-baseline justify-between gap-4 font-semibold text-ink">
          <span className="min-w-0 [overflow-wrap:anywhere]">{item.name}</span>
          <span className="tabular-nums">{formatMoney(quote.original)}</span>
        </p>
        <p className="mt-1 text-sm text-ink-quiet">{item.description}</p>
      </div>
      {couponBox && <div className="py-3.5">{couponBox}</div>}
      <div className="py-3.5">
        <dl className="grid grid-cols-[1fr_auto] items-baseline gap-y-2 text-sm tabular-nums [&>dd]:pl-4 [&>dd]:text-right">
          {quote.discount.minor > 0 && (
            <>
              <dt className="min-w-0 text-positive [overflow-wrap:anywhere]">
                Discount{couponCode && !couponBox && ` (${couponCode})`}
              </dt>
              <dd className="text-positive">−{formatMoney(quote.discount)}</dd>
            </>
          )}
          <dt className="text-base font-semibold text-ink">Total</dt>
          <dd className="text-xl font-semibold tracking-tight text-ink" aria-live="polite">
            {formatMoney(quote.amount)}
          </dd>
        </dl>
        {currencyNote !== undefined && (
          <p role="status" className="mt-1 text-sm text-ink-quiet empty:hidden">
            {currencyNote}
          </p>
        )}
        {today.currency === 'INR' && today.minor > paymentProvider.upiLimit.minor && (
          <p className="mt-1 text-sm text-ink-quiet">
            UPI is usually limited to {paymentProvider.upiLimit.text}. Pay by netbanking or card.
          </p>
        )}
        {instalmentsChoice}
        {isTaxCharged(brand, country) && (
          <p className="mt-1 text-sm text-ink-quiet">Price includes tax, itemised on your invoice.</p>
        )}
        {isBelowMinimum(quote.amount, least) && (
          <p role="alert" className="mt-3 text-sm text-negative">
            Card payments start at {formatMoney(least)}. Remove the coupon or use another one.
          </p>
        )}
      </div>
      <ul className="space-y-2 py-3.5 text-sm">
        <Pledge Icon={CalendarCheck} title={describeDelivery(item)}>
          If you order and answer today
        </Pledge>
        <Pledge Icon={ShieldCheck} title={`${WARRANTY_DAYS}-day warranty`} />
        <Pledge Icon={RotateCcw} title={`Full refund within ${FULL_REFUND_HOURS} hours`}>
          Before work starts
        </Pledge>
      </ul>
      {children && <div className="flex flex-col gap-4 py-3.5">{children}</div>}
    </section>
  )
}

interface PledgeProps {
  Icon: LucideIcon
  title: string
  children?: ReactNode
}

/** An entry in a list of promises to the buyer. */
export function Pledge({ Icon, title, children }: PledgeProps) {
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-strong" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium text-ink">{title}</span>
        {children && <span className="block text-ink-quiet">{children}</span>}
      </span>
    </li>
  )
}

/** @example describeDelivery({ deliveryDays: 2 }) // 'Ready by 25 Nov 2026', if ordered today */
export function describeDelivery({ deliveryDays }: Pick<Package, 'deliveryDays'>): string {
  return `Ready by ${formatPromise(computePromisedDate(new Date(), deliveryDays).endsAt)}`
}
