/**
 * The currencies of ISO 4217 by the decimals of their minor unit. Do not use Intl for this: it gives HUF, IDR, PKR and COP no decimals
 * where ISO has two, so their amounts would be wrong by a factor of a hundred.
 */
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'
const TWO_DECIMALS = `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC
CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR
JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN
SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG`

/** @example Split<'USD EUR', ' '> // 'USD' | 'EUR' */
type Split<
  Text extends string,
  By extends string,
  Found = never,
> = Text extends `${infer Word}${By}${infer Rest}` ? Split<Rest, By, Found | Word> : Found | Text
type Listed = Split<typeof TWO_DECIMALS, '\n'> | typeof NO_DECIMALS | typeof THREE_DECIMALS
export type CurrencyCode = Split<Listed, ' '>

/** The currency of a shop without `currencies.yaml`, and of data that names none. */
export const DEFAULT_CURRENCY = 'USD' satisfies CurrencyCode

const listCodes = (codes: string): ReadonlySet<string> => new Set(codes.split(/\s/))
const WITHOUT = /* @__PURE__ */ listCodes(NO_DECIMALS)
const WITH_TWO = /* @__PURE__ */ listCodes(TWO_DECIMALS)
const WITH_THREE = /* @__PURE__ */ listCodes(THREE_DECIMALS)

export const isCurrency = (code: string): code is CurrencyCode =>
  WITH_TWO.has(code) || WITHOUT.has(code) || WITH_THREE.has(code)

/** @param code a currency. Anything without 0 or 3 decimals counts as 2, so that public pages need not load the table of those. */
export function decimalsOf(code: string): 0 | 2 | 3 {
  if (WITHOUT.has(code)) return 0
  return WITH_THREE.has(code) ? 3 : 2
}

/**
 * Amounts with three decimals may still arrive from elsewhere, and are shown as they are.
 * @throws RangeError for a currency that the shop cannot sell in
 */
export function assertSellable(code: string): asserts code is CurrencyCode {
  if (!isCurrency(code)) throw new RangeError(`${code} is not a currency of ISO 4217`)
  if (decimalsOf(code) === 3)
    throw new RangeError(`${code} has three decimals: the shop sells in currencies of two or none`)
}
