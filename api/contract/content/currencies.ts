/** The shop's currencies: `currencies.yaml` of the content folder (docs/make-it-yours.md). */
import * as z from 'zod'
import { countries } from '#api/rules/countries.ts'
import { assertSellable, type CurrencyCode } from '#api/rules/money/currencies.ts'
import { ENDINGS, type SoldIn } from '#api/rules/money/sold-in.ts'

const Code = z.string().transform((code, context): CurrencyCode => {
  try {
    assertSellable(code)
    return code
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
    return z.NEVER
  }
})

const isCountry = (code: string) => countries.some((country) => country.code === code)
const minimum = z
  .number()
  .positive()
  .optional()
  .describe('the smallest charge, in units; absent: 1, and 100 without decimals')

const Offered = z.strictObject({
  code: Code,
  countries: z
    .array(z.string().refine(isCountry, 'must be a country of the purchase form, such as IN'))
    .min(1, 'must name a country'),
  endings: z.enum(ENDINGS, `must be ${ENDINGS.join(', ')}`).default('9'),
  minimum,
})

/** A shop without this file sells in dollars. */
export const Currencies = z
  .strictObject({ default: Code, minimum, offered: z.array(Offered).default([]) })
  .superRefine(({ default: standard, offered }, context) => {
    const codes = [standard, ...offered.map(({ code }) => code)]
    const named = offered.flatMap(({ countries: list }) => list)
    if (new Set(codes).size < codes.length) context.addIssue('names a currency twice')
    if (new Set(named).size < named.length) context.addIssue('names a country twice')
  })
  .transform((settings): SoldIn => settings)
