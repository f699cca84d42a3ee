/** The reasons of refunds that no admin asked for. */
const REASONS: Readonly<Record<string, string>> = {
  second_capture: 'A second payment for the same order, given back by the shop',
  coupon_over_limit: 'Paid at a discount whose coupon was used up, given back by the shop',
  customer_erased: 'Paid after the customer was erased, given back by the shop',
  cancelled_in_time: 'Cancelled by the customer in time, given back without a review',
  dispute_lost: 'Taken back by the buyer’s bank in a dispute',
  made_at_provider: 'Refunded at the payment provider’s own site',
}

export const describeReason = (reason: string) => REASONS[reason] ?? reason
