/** Sentences about the ad tracker in the privacy policy, if the company has one (docs/make-it-yours.md). */
import type { Brand } from '../contract/content/brand.ts'

const SENTENCES = {
  cookies:
    "**Advertising measurement.** If you allow it, and not before, our pages load a tag of Google. It sets cookies whose names begin with `_ga` or `_gcl`, and tells Google which of our pages you see and, when you buy, the order's number and price and your e-mail address, so that we learn which advertisement led to the order. You change your choice under 'Cookie choices' at the end of our pages. Refusing removes these cookies, and a browser that sends Global Privacy Control has refused.",
  sharing:
    'If you have allowed advertising measurement, Google receives what section Cookies says, and nothing otherwise.',
}

/** The texts of the placeholders `{{advertising.cookies}}` and `{{advertising.sharing}}`: empty without a tracker. */
export function describeAdvertising({ googleTag }: Brand): typeof SENTENCES {
  return googleTag ? SENTENCES : { cookies: '', sharing: '' }
}
