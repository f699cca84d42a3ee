/** The purchase frame on other websites, `/embed/<slug>`. Without zod, because the frame is light. */

/** The frame has no cookie. Its secret, 43 characters of base64url, shows in this header that it placed an order. */
export const FRAME_SECRET_HEADER = 'x-frame-secret'

/** The tab that the frame opens after a purchase begins here. Its fragment has `order`, `email` and, once, `token`. */
export const AFTER_PURCHASE = '/after-purchase'

/** Of the views and sales that admins see. */
export const EMBED_DAYS = 30
