/** Why money is here, in words. */
const FLAGS: Readonly<Record<string, { title: string; text: string }>> = {
  second_capture: {
    title: 'Paid twice',
    text: 'The order had been paid before. The shop gives this payment back by itself.',
  },
  coupon_over_limit: {
    title: 'Coupon over its limit',
    text: 'The coupon was used up when the money came. The shop gives this payment back by itself.',
  },
  customer_erased: {
    title: 'Customer erased',
    text: 'The customer was erased before the money came. The shop gives this payment back by itself.',
  },
  amount_mismatch: {
    title: 'Another amount',
    text: 'What was paid is not what its order costs, so the order was not settled with it.',
  },
  unknown_order: { title: 'Unknown order', text: 'No order of this shop is known for this payment.' },
}
const UNFLAGGED = { title: 'Fulfils nothing', text: 'This payment settled no order.' }

export function describeFlag(flag: string | null): { title: string; text: string } {
  return FLAGS[flag ?? ''] ?? UNFLAGGED
}
