/** The purchase frame on other websites, `/embed/<slug>`. Without zod, because the frame is light. */

/**
 * What the fields of the widget's messages look like. The frame checks with the schemas of embed-messages.ts; the script of other
 * websites' pages is too small for zod and checks with these alone (site/widget/messages.ts).
 */
const SLUG = /^[a-z0-9-]{1,200}$/

export const EMBED_FIELDS = {
  ready: {},
  /** CSS pixels. */
  resize: { height: /^[1-9]\d{0,3}$/ },
  opened: { package: SLUG },
  paid: {
    orderNumber: /^[\w-]{1,40}$/,
    package: SLUG,
    /** Decimal, such as 99.00. */
    amount: /^\d{1,12}\.\d\d$/,
    currency: /^[A-Z]{3}$/,
  },
  close: {},
}

/** The frame has no cookie. Its secret, 43 characters of base64url, shows in this header that it placed an order. */
export const FRAME_SECRET_HEADER = 'x-frame-secret'

/** The tab that the frame opens after a purchase begins here. Its fragment has `order`, `email` and, once, `token`. */
export const AFTER_PURCHASE = '/after-purchase'

/** Of the views and sales that admins see. */
export const EMBED_DAYS = 30
