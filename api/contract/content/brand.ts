/** The company's identity: `brand.yaml` of the content folder (docs/make-it-yours.md). */
import * as z from 'zod'
import { findStateOfGstin } from '#api/rules/money/indian-states.ts'
import { paymentProvider } from '#api/rules/payment-provider.ts'
import { Email, Line } from './text.ts'

const FinancialYearStart = z
  .int('must be a month from 1 to 12')
  .min(1, 'must be a month from 1 to 12')
  .max(12, 'must be a month from 1 to 12')
  .describe('the month in which the numbers of invoices begin anew')

const HIGHEST_RATE = 40
const Treatment = z.strictObject({
  sentence: Line.describe('what the law asks an invoice to say'),
  source: Line.describe('the law that asks for it'),
})

/** `tax` of brand.yaml (docs/make-it-yours.md). */
export const TaxSettings = z.discriminatedUnion(
  'scheme',
  [
    z.strictObject({ scheme: z.literal('none'), financialYearStart: FinancialYearStart }),
    z.strictObject({
      scheme: z.literal('gst'),
      financialYearStart: FinancialYearStart,
      sac: z
        .string('must be a text such as "998314"')
        .regex(/^99\d{2,4}$/, 'must be a services accounting code such as 998314')
        .describe('of what the shop sells: 9983 and its six digits'),
      ratePercent: z
        .number('must be a number')
        .min(0, 'must be at least 0')
        .max(HIGHEST_RATE, `must be at most ${HIGHEST_RATE}`)
        .multipleOf(0.5, 'must be in halves of a percent'),
      hasLut: z
        .boolean('must be true or false')
        .describe('a letter of undertaking is in force: exports go without tax'),
    }),
    z.strictObject({
      scheme: z.literal('domestic'),
      financialYearStart: FinancialYearStart,
      name: Line.max(20, 'must have at most 20 characters').describe('such as GST or SST'),
      ratePercent: z
        .number('must be a number')
        .positive('must be above 0')
        .max(HIGHEST_RATE, `must be at most ${HIGHEST_RATE}`)
        .multipleOf(0.01, 'must have at most two decimals'),
      home: Treatment.describe('for buyers in the seller’s country'),
      abroad: Treatment.describe('for buyers abroad, who are charged none'),
    }),
  ],
  'must be none, gst or domestic',
)
export type TaxSettings = z.infer<typeof TaxSettings>

export const Brand = z
  .strictObject({
    name: Line,
    legalName: Line,
    filePrefix: z
      .string()
      .regex(/^[\w-]*$/, 'must be of letters, digits and hyphens')
      .describe('before the name of an invoice’s file (docs/product/account.md, Invoice)'),
    foundedYear: z.int(),
    externalSite: z.url().describe('the company’s own site, which the header’s logo links to'),
    email: z.strictObject({ general: Email, support: Email, billing: Email, privacy: Email }),
    sender: z.strictObject({ address: Email, replyTo: Email }).describe('of every mail that the shop sends'),
    phone: z.string().regex(/^\+[\d ]{6,}$/, 'must be international, such as +44 20 7946 0000'),
    registeredAddress: z.strictObject({
      lines: z.array(Line).min(1),
      city: Line,
      state: Line.optional().describe('absent in countries whose addresses name none'),
      postalCode: Line,
      country: Line,
      countryCode: z.string().regex(/^[A-Z]{2}$/, 'must be a code of ISO 3166, such as IN'),
    }),
    taxLabel: Line.describe('what the tax number is called, such as VAT'),
    taxNumber: Line,
    tax: TaxSettings.describe('what is in the prices, and on invoices'),
    googleTag: z
      .string()
      .regex(
        /^(G-[A-Z0-9]{4,}|AW-\d{6,}(\/[\w-]+)?)$/,
        'must be an id of Google such as G-AB12CD34EF or AW-123456789/AbC-D_efG',
      )
      .optional()
      .describe('the ad tracker; absent: the shop has none'),
    social: z.record(z.string(), z.url()),
  })
  .superRefine(({ tax, taxNumber, registeredAddress }, { addIssue }) => {
    const sellers: readonly string[] = paymentProvider.sellerCountries
    if (tax.scheme === 'domestic' && !sellers.includes(registeredAddress.countryCode)) {
      addIssue({
        code: 'custom',
        path: ['registeredAddress', 'countryCode'],
        message: `must be ${sellers.join(', ')} where tax.scheme is domestic: only there ${paymentProvider.name} opens accounts`,
      })
    }
    if (tax.scheme !== 'gst') return
    if (!findStateOfGstin(taxNumber)) {
      addIssue({ code: 'custom', path: ['taxNumber'], message: 'must be a GSTIN such as 27AAPFU0939F1ZV' })
    }
    if (registeredAddress.countryCode !== 'IN') {
      addIssue({
        code: 'custom',
        path: ['registeredAddress', 'countryCode'],
        message: 'must be IN where tax.scheme is gst',
      })
    }
  })
export type Brand = z.infer<typeof Brand>

/** The steps of the accent colour, from the lightest to the darkest. */
const STEPS = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950'] as const
const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1D4ED8')

/** The minimum contrast between text and background: https://www.w3.org/TR/WCAG22/#contrast-minimum */
const LEAST_CONTRAST = 4.5
const WHITE = '#FFFFFF'
/** The same as `--ground` in the dark palette (site/styles/tokens.css). */
const DARK_GROUND = '#0B1120'

export const Colors = z
  .strictObject({ accent: z.record(z.enum(STEPS), Color) })
  .refine(({ accent }) => measureContrast(accent[700], WHITE) >= LEAST_CONTRAST, {
    path: ['accent', '700'],
    error: `must be darker: text in it on white needs a contrast of ${LEAST_CONTRAST}`,
  })
  .refine(({ accent }) => measureContrast(accent[300], DARK_GROUND) >= LEAST_CONTRAST, {
    path: ['accent', '300'],
    error: `must be lighter: text in it on the dark ground needs a contrast of ${LEAST_CONTRAST}`,
  })
export type Colors = z.infer<typeof Colors>

/** @returns from 1 to 21 @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function measureContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(measureLuminance).sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function measureLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
