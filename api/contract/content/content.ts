/** The content folder, which describes the company: one schema per file (docs/make-it-yours.md). */
import * as z from 'zod'
import { WEEKDAYS } from '#api/rules/business-calendar.ts'
import type { SoldIn } from '#api/rules/money/sold-in.ts'
import { Brand, Colors } from './brand.ts'
import type { PolicyVersion } from './policies.ts'
import { Line, SearchDescription } from './text.ts'

const Hours = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, 'must be a span such as 09:00-18:00')
  .transform((span) => {
    const [opens = '', closes = ''] = span.split('-')
    return { opens, closes }
  })
  .refine(({ opens, closes }) => opens < closes, 'must end after it begins')

/** Working hours and holidays: `calendar.yaml` of the content folder. */
export const BusinessCalendar = z.strictObject({
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kolkata'),
  zoneName: Line.describe('as the pages write it, such as IST'),
  hours: z
    .partialRecord(z.enum(WEEKDAYS), Hours)
    .refine((hours) => Object.keys(hours).length > 0, 'must name a day')
    .describe('a day that is not named is not worked'),
  holidays: z.array(
    z.strictObject({
      name: Line,
      date: z
        .string()
        .regex(/^(\d{4}-)?\d{2}-\d{2}$/, 'must be a day such as 2027-03-22, or 01-26 for every year')
        .refine(isDay, 'must be a day of the calendar'),
    }),
  ),
})
export type BusinessCalendar = z.infer<typeof BusinessCalendar>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isDay(date: string): boolean {
  // A date without a year is checked in a leap year, because it may be 29 February.
  const day = date.length === 5 ? `2024-${date}` : date
  const parsed = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
}

const Statement = z.strictObject({ title: Line, text: Line })

const Figures = z
  .array(
    z.strictObject({
      figure: Line,
      label: Line.describe('after the figure, on the home page and the about page'),
      title: Line.describe('after the figure, on the contact page'),
      short: Line.describe('with the figure, on pictures for sharing'),
    }),
  )
  .length(3, 'must have three figures')

const Leader = z.strictObject({
  name: Line,
  role: Line,
  bio: Line,
  photo: z
    .string()
    .regex(
      /^[\w-][\w./-]*\.(avif|jpe?g|png|webp)$/i,
      'must be a picture in this folder, such as leaders/ada.jpg',
    )
    .optional()
    .describe('absent: the initials'),
})

const TimelineStep = Statement.extend({
  day: z.int().min(0, 'must be 0 or more').optional().describe('business days after the order'),
  share: z
    .number()
    .gt(0)
    .max(1, 'must be at most 1, the end of the delivery time')
    .optional()
    .describe('a part of the delivery time'),
  fromDays: z.int().positive().default(1).describe('shorter packages leave it out'),
}).refine(
  ({ day, share }) => (day === undefined) !== (share === undefined),
  'must have either a day or a share',
)

const Office = z.strictObject({
  title: Line,
  location: Line,
  address: Line.optional().describe('absent: the registered address'),
  type: z.enum(['primary', 'development', 'international'], 'must be primary, development or international'),
})
const CountryOffice = z.strictObject({
  country: Line,
  city: Line,
  isHeadquarters: z.boolean().default(false),
  text: Line,
})

const Pages = z.strictObject({
  description: Line.describe('what the shop sells, in one sentence'),
  footer: Line,
  home: z.strictObject({
    eyebrow: Line,
    pictureEyebrow: Line,
    title: Line.describe('of the browser’s tab and of search results'),
    heading: z.array(Line).min(1).max(2, 'must have one line or two'),
    lead: Line.describe('below the heading'),
    description: SearchDescription,
    keywords: Line,
  }),
  about: z.strictObject({
    lead: Line,
    pictureTitle: Line,
    keywords: Line,
    servicesLead: Line,
    officesTitle: Line,
    vision: Statement,
    mission: Statement,
    callToServices: Statement.extend({ label: Line, href: Line }),
  }),
  contact: z.strictObject({
    description: SearchDescription,
    keywords: Line,
    officesTitle: Line,
    supportTitle: Line,
    support: Line,
    areaServed: z.array(z.string().regex(/^[A-Z]{2}$/, 'must be a code of ISO 3166, such as IN')).min(1),
  }),
})

/** The schema of each YAML file, by the file's name without `.yaml`. */
export const CONTENT_FILES = {
  brand: Brand,
  colors: Colors,
  calendar: BusinessCalendar,
  figures: Figures,
  taglines: z.array(Line.max(60, 'must have at most 60 characters')).min(2, 'must have at least two lines'),
  highlights: z
    .array(Statement.extend({ icon: Line.describe('the name of an icon of lucide-react') }))
    .refine(
      (list) => list.length > 0 && list.length % 3 === 0,
      'must have three highlights, or six, or nine',
    ),
  leaders: z.tuple([Leader], Leader),
  offices: z.strictObject({
    contact: z.array(Office).min(1),
    countries: z.array(CountryOffice).min(1),
  }),
  services: z.array(Statement.extend({ picture: Line.describe('a file of site/illustrations') })).min(1),
  timeline: z.array(TimelineStep).min(1),
  faq: z.array(z.strictObject({ question: Line, answer: Line })).min(1),
  pages: Pages,
} as const

/** The front matter of the about page's story. */
export const StoryHead = z.strictObject({ title: Line, description: SearchDescription })

export const PolicyHead = z.strictObject({
  title: Line,
  description: SearchDescription,
  keywords: Line,
  effectiveDate: z
    .string()
    .regex(/^Effective Date: [A-Z][a-z]+ \d{1,2}, \d{4}$/, 'must be such as Effective Date: January 1, 2024')
    .describe('as the page shows it'),
  lastUpdated: z
    .string()
    .regex(/^Last updated [A-Z][a-z]+ \d{1,2}, \d{4}$/, 'must be such as Last updated November 28, 2026')
    .optional()
    .describe('as the page shows it below, where the text has changed since: then this is its version'),
  order: z.int().positive(),
})

/** `policies/versions.yaml`: the SHA-256 of every text that was ever in force, by policy and date. */
export const PolicyVersions = z.record(
  z.string(),
  z.record(
    z.iso.date('must be a date such as 2024-01-01'),
    z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'),
  ),
)

type Files = { [Name in keyof typeof CONTENT_FILES]: z.infer<(typeof CONTENT_FILES)[Name]> }
export interface Markdown {
  /** The text below the front matter, with all placeholders filled in. */
  text: string
}

/** The whole content folder, with all placeholders filled in. */
export interface Content extends Files {
  story: z.infer<typeof StoryHead> & Markdown
  /** `slug` is the file's name and the page's address. */
  policies: (z.infer<typeof PolicyHead> & Markdown & { slug: string })[]
  currencies: SoldIn
  policiesInForce: PolicyVersion[]
  /** All versions of the policies that buyers accept, oldest first within each policy. */
  policyVersions: PolicyVersion[]
  /** The SVG's source. */
  logo: string
}
