import { CircleCheck } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { formatMoney } from '#api/rules/money/format.ts'
import { money } from '#api/rules/money/money.ts'
import { describeLater } from './instalments.tsx'
import type { PlacedOrder } from './payment-machine.ts'

/**
 * Covers the page between payment and redirect, so that nothing can be bought twice. The dialog itself takes the focus, so that
 * screen readers announce its title once.
 */
export function PaidCover({ order }: { order: PlacedOrder }) {
  const { amount, currency, invoiceNumber } = order
  const later = describeLater(order)
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      data-cover
      aria-labelledby="paid-title"
      onCancel={(event) => event.preventDefault()}
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col items-center justify-center border-0 bg-ground p-6 text-center text-ink backdrop:bg-ground focus:outline-none open:flex"
    >
      <CircleCheck aria-hidden="true" className="size-14 text-positive" strokeWidth={1.5} />
      <h2 id="paid-title" className="mt-6 text-title font-semibold">
        {amount === 0 ? 'Order placed' : `Paid ${formatMoney(money(amount, currency))}`} ·{' '}
        <span translate="no">{invoiceNumber}</span>
      </h2>
      {later && <p className="mt-3 text-lg tabular-nums">{later}</p>}
      <p className="mt-3 text-lg text-ink-quiet">Taking you to your dashboard</p>
    </dialog>
  )
}
