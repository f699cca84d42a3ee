/** Texts about money in the policies, such as `{{money.prices}}`, depending on the shop's currencies and tax (docs/make-it-yours.md). */
import type { Brand } from '#api/contract/content/brand.ts'
import { isOffered, ONLY_USD, type SoldIn } from '#api/rules/money/sold-in.ts'
import { paymentProvider } from '#api/rules/payment-provider.ts'

/** Older wording of the policies. Its line breaks must stay, because orders have the hashes of these texts. */
const BESIDE_RUPEES = {
  shown: 'the amount in\nIndian rupees, at the exchange rate recorded with the order',
  converted:
    'Your bank converts it at its own rate, so the sum in your currency\nmay differ from the one you paid; the rupee amount on an invoice is for information.',
}
const AS_PAID = {
  shown: 'the amount in the currency in which you paid',
  converted:
    'If your account is in another currency, your bank converts it at its own rate, so the sum may differ from the one you paid.',
}
const TAXED_IN_RUPEES = {
  shown: `${AS_PAID.shown}; where tax on dollars is due in Indian rupees, the invoice shows these, too, at the exchange rate recorded with the order`,
  converted: `${AS_PAID.converted} Rupees beside dollars on an invoice are for information.`,
}

/** @returns the texts of the `{{money.…}}` placeholders */
export function describeMoney({ tax }: Brand, soldIn: SoldIn = ONLY_USD): Record<string, string> {
  const { default: code, offered, showsRupees } = soldIn
  const isSold = (wanted: string) => code === wanted || isOffered(soldIn, wanted)
  const several = offered.length > 0
  const alone = `in ${code === 'USD' ? 'US dollars' : code}`
  const inRupees = `by card or, in Indian rupees, by ${paymentProvider.rupeeMethods.join(' or ')}`
  return {
    prices: several ? 'in the currency that stands beside them' : alone,
    refunds: several ? 'in the currency in which you paid' : alone,
    everywhere: several ? 'at the price that we show for their country' : 'at the same price',
    means: isSold('INR') ? `${inRupees},` : 'by card',
    ...(showsRupees ? BESIDE_RUPEES : tax.scheme === 'gst' && isSold('USD') ? TAXED_IN_RUPEES : AS_PAID),
  }
}

const SENTENCES = {
  cookies:
    "**Advertising measurement.** If you allow it, and not before, our pages load a tag of Google. It sets cookies whose names begin with `_ga` or `_gcl`, and tells Google which of our pages you see and, when you buy, the order's number and price and your e-mail address, so that we learn which advertisement led to the order. Your browser keeps your choice (`ad-consent`, in its local storage) and, for the tab, which purchase was told. You change your choice under 'Cookie choices' at the end of our pages. Refusing removes these cookies, and a browser that sends Global Privacy Control has refused.",
  sharing:
    'If you have allowed advertising measurement, Google receives what section Cookies says, and nothing otherwise.',
}

/** The texts of the placeholders `{{advertising.cookies}}` and `{{advertising.sharing}}`: empty without a tracker. */
export function describeAdvertising({ googleTag }: Brand): typeof SENTENCES {
  return googleTag ? SENTENCES : { cookies: '', sharing: '' }
}
