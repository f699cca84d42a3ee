/** What buyers, browsers and the OpenAPI document see of the card provider (`api/money/payments/provider.ts`, `site/shop/payment/provider/provider.ts`). */
export const paymentProvider = {
  name: 'Razorpay',
  /** The payment method on orders and invoices. */
  paymentMethod: 'Razorpay (Online)',
  /** The countries whose companies it opens accounts for. */
  sellerCountries: ['IN', 'MY', 'SG', 'US'],
  cards: ['Visa', 'Mastercard', 'American Express', 'RuPay'],
  /** It offers these in rupees alone. */
  rupeeMethods: ['UPI', 'Netbanking'],
  /** Where a payment by UPI usually ends, in paise. */
  upiLimit: { minor: 10_000_000, text: '₹1,00,000' },
  /** Where the shop answers a dispute, followed by the provider's number of it. */
  disputePages: 'https://dashboard.razorpay.com/app/disputes/',
} as const

/** Hosts that a page may load and call for the checkout. `api/deploy/nginx.conf` names the API's host, too. */
export const checkoutHosts = {
  script: 'https://checkout.razorpay.com',
  api: 'https://api.razorpay.com',
  log: 'https://lumberjack.razorpay.com',
} as const

export const webhookSignatureHeader = 'X-Razorpay-Signature'
