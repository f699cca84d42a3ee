const FLAGS: Readonly<Record<string, { title: string; text: string }>> = {
  second_capture: {
    title: 'Paid twice',
    text: 'The order was already paid. The shop refunds this payment by itself.',
  },
  coupon_over_limit: {
    title: 'Coupon over its limit',
    text: 'The coupon was used up when the money arrived. The shop refunds this payment by itself.',
  },
  customer_erased: {
    title: 'Customer erased',
    text: 'The customer was erased before the money arrived. The shop refunds this payment by itself.',
  },
  amount_mismatch: {
    title: 'Another amount',
    text: 'The amount paid is not the price of the order, so it did not settle the order.',
  },
  unknown_order: { title: 'Unknown order', text: 'This payment belongs to no order that the shop knows.' },
}
const UNFLAGGED = { title: 'Fulfils nothing', text: 'This payment settled no order.' }

export function describeFlag(flag: string | null): { title: string; text: string } {
  return FLAGS[flag ?? ''] ?? UNFLAGGED
}
