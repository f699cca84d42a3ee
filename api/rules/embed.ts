/** The purchase frame on other websites, `/embed/<slug>`. Without zod, to keep the frame's scripts small. */

/**
 * Patterns of the fields in the widget's messages. The frame checks messages with the schemas of
 * api/contract/sales/widget-messages.ts. The script on other websites must be small, so it checks with these patterns and without
 * zod (site/widget/messages.ts).
 */
const SLUG = /^[a-z0-9-]{1,200}$/

export const EMBED_FIELDS = {
  ready: {},
  /** In CSS pixels. */
  resize: { height: /^[1-9]\d{0,3}$/ },
  opened: { package: SLUG },
  paid: {
    orderNumber: /^[\w-]{1,40}$/,
    package: SLUG,
    /** Decimal, such as 99.00; 99 in a currency without decimals. */
    amount: /^\d{1,12}(\.\d\d)?$/,
    currency: /^[A-Z]{3}$/,
  },
  close: {},
}

/** The frame has no cookie. It sends its secret, 43 characters of base64url, in this header to prove that it placed an order. */
export const FRAME_SECRET_HEADER = 'x-frame-secret'

/** The page that the frame opens in a new tab after a purchase. Its fragment has `order`, `email` and, only once, `token` and `secret`. */
export const AFTER_PURCHASE = '/after-purchase'

/** How many days of views and sales admins see. */
export const EMBED_DAYS = 30
/** Like `URL.canParse`, which Chrome 109 and Safari 16.4 lack. */
export function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text))
  } catch {
    return false
  }
}
