/** The demo catalogue, one file per package. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'

const Lines = z.array(z.string())
const SeedPackage = z.strictObject({
  name: z.string(),
  category: z.string().describe('a name in db/migrations/0154-catalogue.ts'),
  description: z.string().describe('one sentence, shown on the card'),
  longDescription: Lines.transform((paragraphs) => paragraphs.join('\n\n')),
  priceCents: z.int(),
  otherPrices: z
    .record(z.string(), z.int())
    .describe('by currency, in minor units; shown where the shop sells in it'),
  deliveryDays: z.int().describe('business days'),
  imageUrl: z.string(),
  features: Lines,
  whatYouGet: Lines,
  whatYouDontGet: Lines,
  questions: z.array(
    z.strictObject({
      question: z.string(),
      questionType: z.enum(['text', 'textarea', 'files']),
      required: z.boolean(),
    }),
  ),
  reviews: z.array(
    z.strictObject({
      customerName: z.string(),
      customerRole: z.string(),
      customerCompany: z.string(),
      rating: z.int().min(1).max(5),
      daysAgo: z.int(),
      comment: z.string(),
    }),
  ),
})

/** In the shop's order: categories and prices alternate, and the same picture never appears twice in a row. */
const SLUGS = [
  'business-website',
  'mobile-app',
  'cloud-migration',
  'site-audit',
  'online-store',
  'it-strategy-review',
  'wordpress-website',
  'digital-transformation-starter',
  'laravel-modernization',
  'seo-foundations',
  'php-upgrade',
  'cloud-review',
]

/** A function, so that a start without seeding does not read the files. */
export const readPackages = () =>
  SLUGS.map((slug) => {
    const text = readFileSync(join(import.meta.dirname, `${slug}.yaml`), 'utf8')
    const { success, data, error } = SeedPackage.safeParse(parse(text))
    if (!success) throw new Error(`${slug}.yaml: ${z.prettifyError(error)}`)
    return { slug, ...data }
  })
