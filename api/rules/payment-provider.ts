/** Public facts about the card provider, for buyers and the OpenAPI document (`api/money/payments/provider.ts`, `site/shop/payment/provider/provider.ts`). */
export const paymentProvider = {
  name: 'Razorpay',
  /** The payment method on orders and invoices. */
  paymentMethod: 'Razorpay (Online)',
  /** The countries whose companies can open an account with it. */
  sellerCountries: ['IN', 'MY', 'SG', 'US'],
  cards: ['Visa', 'Mastercard', 'American Express', 'RuPay'],
  /** Offered only in rupees. */
  rupeeMethods: ['UPI', 'Netbanking'],
  /** The usual limit of a UPI payment; `minor` in paise. */
  upiLimit: { minor: 10_000_000, text: '₹1,00,000' },
  /** Where the shop responds to a dispute. Append the provider's id of the dispute. */
  disputePages: 'https://dashboard.razorpay.com/app/disputes/',
} as const

/** Hosts that pages may load from and call for the checkout. `api/deploy/nginx.conf` names the API's host, too. */
export const checkoutHosts = {
  script: 'https://checkout.razorpay.com',
  api: 'https://api.razorpay.com',
  log: 'https://lumberjack.razorpay.com',
} as const

export const webhookSignatureHeader = 'X-Razorpay-Signature'
