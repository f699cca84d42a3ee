import { currencies } from 'virtual:content'
import type { Order } from '../../../../api/contract/orders.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { showsRupees } from '../../../../api/rules/money/rupees.ts'

/** Two lines: rupees and what was charged; one where no rupees are shown. */
export function OrderAmount({
  order: { amount, amountInr, currency },
}: {
  order: Pick<Order, 'amount' | 'amountInr' | 'currency'>
}) {
  const charged = formatAmount(amount, currency)
  const isBoth = showsRupees(currencies, currency)
  return (
    <>
      <span className="block font-semibold text-ink">
        {isBoth ? formatAmount(amountInr, 'INR') : charged}
      </span>
      {isBoth && charged}
    </>
  )
}
