import { CalendarCheck, CircleCheck, Coins, ExternalLink, Mail } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { AFTER_PURCHASE } from '#api/rules/embed.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money } from '#api/rules/money/money.ts'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { describeLater } from '#site/shop/payment/instalments.tsx'
import { describeDelivery, Pledge } from '#site/shop/payment/order-summary.tsx'
import { type FinishedPurchase, getSecret } from './frame.ts'
import { FrameShell } from './frame-shell.tsx'

/** Confirms the purchase. The link opens the order in a new tab of the shop and signs the buyer in there. */
export function FramePaid({
  item,
  finished: { order, email, token },
  host,
  onClose,
}: {
  item: Package
  finished: FinishedPurchase
  host: string | undefined
  onClose: (() => void) | undefined
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const later = describeLater(order)
  const asks = item.informationRequired.length > 0
  // In the fragment, because browsers never send it to a server.
  const signsIn = token && { token, secret: getSecret() }
  const fragment = new URLSearchParams({ order: String(order.orderId), email, ...signsIn })

  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <FrameShell
      title={`${order.amount === 0 ? 'Order placed' : `Paid ${formatMoney(money(order.amount, order.currency))}`} · ${order.invoiceNumber}`}
      heading={heading}
      host={host}
      onClose={onClose}
    >
      <div className="mx-auto flex max-w-md flex-col py-4 sm:py-8">
        <CircleCheck aria-hidden="true" className="size-12 text-positive" strokeWidth={1.5} />
        <h2 className="mt-5 text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">
          Thank you for purchasing {item.name}
        </h2>
        <ul className="mt-5 grid gap-4 text-sm">
          <Pledge Icon={CalendarCheck} title={describeDelivery(item)}>
            {asks ? 'If you answer our questions today' : 'We have everything we need'}
          </Pledge>
          {later && (
            <Pledge Icon={Coins} title={later}>
              We’ll email you a payment link
            </Pledge>
          )}
          <Pledge Icon={Mail} title="The confirmation is on its way">
            To {email}
          </Pledge>
        </ul>
        <div className="mt-7 flex flex-col gap-3 sm:flex-row">
          <a
            href={`${AFTER_PURCHASE}#${fragment}`}
            target="_blank"
            // Not noreferrer: the new tab signs the buyer in only if a page of the shop opened it.
            rel="noopener"
            className={buttonClass({ size: 'lg', className: 'sm:flex-1' })}
          >
            {asks ? 'Answer the questions' : 'Open your order'}
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
          {onClose && (
            <Button variant="secondary" size="lg" onClick={onClose}>
              Done
            </Button>
          )}
        </div>
      </div>
    </FrameShell>
  )
}
