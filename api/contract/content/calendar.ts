/** When the company works: `calendar.yaml` of the content folder (docs/make-it-yours.md). */
import * as z from 'zod'
import { WEEKDAYS } from '../../rules/business-calendar.ts'
import { Line } from './text.ts'

const Hours = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, 'must be a span such as 09:00-18:00')
  .transform((span) => {
    const [opens = '', closes = ''] = span.split('-')
    return { opens, closes }
  })
  .refine(({ opens, closes }) => opens < closes, 'must end after it begins')

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
