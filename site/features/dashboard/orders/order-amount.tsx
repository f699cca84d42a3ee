import { currencies } from 'virtual:content'
import type { Order } from '../../../../api/contract/orders.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { describePartPaid } from '../../../../api/rules/money/parts.ts'
import { showsRupees } from '../../../../api/rules/money/rupees.ts'

/** Two lines: rupees and what was charged; one where no rupees are shown. Another where only a part is paid. */
export function OrderAmount({
  order,
}: {
  order: Pick<Order, 'amount' | 'amountInr' | 'currency' | 'paymentStatus' | 'paidAmount'>
}) {
  const { amount, amountInr, currency } = order
  const partPaid = describePartPaid(order)
  const charged = formatAmount(amount, currency)
  const isBoth = showsRupees(currencies, currency)
  return (
    <>
      <span className="block font-semibold text-ink">
        {isBoth ? formatAmount(amountInr, 'INR') : charged}
      </span>
      {isBoth && charged}
      {partPaid && <span className="ml-auto block text-caution max-sm:max-w-32">{partPaid}</span>}
    </>
  )
}
