/** Who the company is: `brand.yaml` of the content folder (docs/make-it-yours.md). */
import * as z from 'zod'
import { Email, Line } from './content-text.ts'

export const Brand = z.strictObject({
  name: Line,
  legalName: Line,
  filePrefix: z
    .string()
    .regex(/^[\w-]*$/, 'must be of letters, digits and hyphens')
    .meta({ description: 'before the name of an invoice’s file (docs/product.md, Invoice)' }),
  foundedYear: z.int(),
  externalSite: z.url().meta({ description: 'the company’s own site, which the header’s logo links to' }),
  email: z.strictObject({ general: Email, support: Email, billing: Email, privacy: Email }),
  sender: z
    .strictObject({ address: Email, replyTo: Email })
    .meta({ description: 'of every mail that the shop sends' }),
  phone: z.string().regex(/^\+[\d ]{6,}$/, 'must be international, such as +44 20 7946 0000'),
  registeredAddress: z.strictObject({
    lines: z.array(Line).min(1),
    city: Line,
    state: Line.optional().meta({ description: 'absent in countries whose addresses name none' }),
    postalCode: Line,
    country: Line,
    countryCode: z.string().regex(/^[A-Z]{2}$/, 'must be a code of ISO 3166, such as IN'),
  }),
  taxLabel: Line.meta({ description: 'what the tax number is called, such as VAT' }),
  taxNumber: Line,
  social: z.record(z.string(), z.url()),
})
export type Brand = z.infer<typeof Brand>

/** The steps of the accent colour, from the lightest to the darkest. */
const STEPS = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950'] as const
const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1D4ED8')

export const Colors = z.strictObject({ accent: z.record(z.enum(STEPS), Color) })
export type Colors = z.infer<typeof Colors>
