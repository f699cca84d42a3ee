/**
 * The company's working time (docs/product/back-office.md, Business calendar): whether it is open, and when a number of working days
 * or hours ends. Everything is computed in the company's time zone, whatever the machine's.
 */

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
type Weekday = (typeof WEEKDAYS)[number]

/** The company's working time, from `calendar.yaml` of the content folder (api/contract/content/content.ts). */
export interface BusinessCalendar {
  timeZone: string
  /** The time zone as people write it, such as IST. */
  zoneName: string
  /** Times such as 09:00 and 18:00. A weekday that is missing is not a working day. */
  hours: Partial<Record<Weekday, { opens: string; closes: string } | undefined>>
  /** `date` is a day such as 2027-03-22, or 01-26 for a holiday of every year. */
  holidays: { name: string; date: string }[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A calendar without a working day in this time is taken to have none at all. */
const LONGEST_CLOSURE_DAYS = 3660

/** @param day such as 2026-11-20 */
export function isWorkingDay(day: string, calendar: BusinessCalendar): boolean {
  return findHours(day, calendar) !== undefined
}

export function isBusinessOpen(at: Date, calendar: BusinessCalendar): boolean {
  const span = findSpan(dayOf(at, calendar), calendar)
  return span !== undefined && span.opens <= at && at < span.closes
}

/** @returns `at` itself if the company is open then, otherwise the moment when it opens next */
export function nextWorkingMoment(at: Date, calendar: BusinessCalendar): Date {
  const { opens } = nextSpan(at, calendar)
  return opens > at ? opens : at
}

/**
 * Adds a number of working days. The day of `start` does not count.
 * @param days a whole number, at least 1
 * @returns when the company closes on the last of them
 * @example addWorkingDays(new Date('2026-11-20T09:00:00Z'), 1, calendar) // of a Friday: Monday, 6 PM
 */
export function addWorkingDays(start: Date, days: number, calendar: BusinessCalendar): Date {
  if (!Number.isInteger(days) || days < 1) throw new RangeError(`${days} is no number of working days`)
  let day = dayOf(start, calendar)
  for (let left = days; left > 0; left -= 1) day = findWorkingDay(nextDay(day), calendar)
  return toInstant(day, findHours(day, calendar)?.closes ?? '', calendar)
}

/**
 * Adds a number of opening hours.
 * @param hours at least 0, such as 1.5
 * @example addWorkingHours(fridayAtFive, 2, calendar) // Monday, 10 AM
 */
export function addWorkingHours(start: Date, hours: number, calendar: BusinessCalendar): Date {
  if (!(hours >= 0)) throw new RangeError(`${hours} is no number of working hours`)
  let at = nextWorkingMoment(start, calendar)
  for (let leftMs = hours * HOUR_MS; ; ) {
    const { closes } = nextSpan(at, calendar)
    const openMs = closes.getTime() - at.getTime()
    if (leftMs <= openMs) return new Date(at.getTime() + leftMs)
    leftMs -= openMs
    at = nextWorkingMoment(closes, calendar)
  }
}

/**
 * Counts the opening hours between two moments.
 * @returns such as 1.5; 0 if `to` is not after `from`
 * @example countWorkingHours(fridayAtFive, mondayAtTen, calendar) // 2
 */
export function countWorkingHours(from: Date, to: Date, calendar: BusinessCalendar): number {
  let openMs = 0
  for (let at = nextWorkingMoment(from, calendar); at < to; ) {
    const { closes } = nextSpan(at, calendar)
    openMs += Math.min(closes.getTime(), to.getTime()) - at.getTime()
    at = nextWorkingMoment(closes, calendar)
  }
  return openMs / HOUR_MS
}

const LONGEST_TERM_DAYS = 120

/**
 * Finds when the most recent of the periods that are over by now began, for comparing start times in SQL. Searches the last 120 days,
 * to the minute.
 * @param endOf when a period that begins at that moment ends
 * @example latestStart(now, (start) => addWorkingHours(start, 8, calendar))
 */
export function latestStart(now: Date, endOf: (start: Date) => Date): Date {
  let [over, running] = [now.getTime() - LONGEST_TERM_DAYS * DAY_MS, now.getTime()]
  while (running - over > 60_000) {
    const between = Math.floor((over + running) / 2)
    if (endOf(new Date(between)) <= now) over = between
    else running = between
  }
  return new Date(over)
}

/** @returns when the company closes on that day; undefined if it is not a working day. @param day such as 2026-11-20 */
export const closingTime = (day: string, calendar: BusinessCalendar): Date | undefined =>
  findSpan(day, calendar)?.closes

/** Counts the days from `from` to `to` in the company's time zone: 0 for the same day. */
export function countCalendarDays(from: Date, to: Date, calendar: BusinessCalendar): number {
  return (Date.parse(dayOf(to, calendar)) - Date.parse(dayOf(from, calendar))) / DAY_MS
}

/** @returns the day in the company's time zone, such as 20 Nov 2026 */
export function formatBusinessDay(at: Date, { timeZone }: BusinessCalendar): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(at)
}

/** @returns the moment in the company's time zone, such as 20 Nov 2026, 6:00 PM IST */
export function formatBusinessMoment(at: Date, calendar: BusinessCalendar): string {
  const { timeZone, zoneName } = calendar
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at)
  // Some versions of Intl put a narrow no-break space before AM and PM.
  return `${formatBusinessDay(at, calendar)}, ${time.replace(/\s/, ' ')} ${zoneName}`
}

interface Span {
  opens: Date
  closes: Date
}

/** @returns the hours of the day of `at` if they are not over, otherwise those of the next working day */
function nextSpan(at: Date, calendar: BusinessCalendar): Span {
  for (let day = dayOf(at, calendar); ; day = nextDay(day)) {
    day = findWorkingDay(day, calendar)
    const span = findSpan(day, calendar)
    if (span && at < span.closes) return span
  }
}

function findSpan(day: string, calendar: BusinessCalendar): Span | undefined {
  const hours = findHours(day, calendar)
  return (
    hours && {
      opens: toInstant(day, hours.opens, calendar),
      closes: toInstant(day, hours.closes, calendar),
    }
  )
}

/** @returns undefined if the company does not work on that day */
function findHours(day: string, { hours, holidays }: BusinessCalendar) {
  // A holiday of every year is written without the year.
  if (holidays.some(({ date }) => date === day || date === day.slice('2026-'.length))) return undefined
  const sinceSunday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const weekday: Weekday | undefined = WEEKDAYS[(sinceSunday + 6) % 7]
  return weekday && hours[weekday]
}

/** @returns `from` itself or the next working day after it. @throws Error if the calendar has none */
function findWorkingDay(from: string, calendar: BusinessCalendar): string {
  let day = from
  for (let passed = 0; passed < LONGEST_CLOSURE_DAYS; passed += 1) {
    if (isWorkingDay(day, calendar)) return day
    day = nextDay(day)
  }
  throw new Error('The business calendar has no working day')
}

export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** The date in the company's time zone at that moment, such as 2026-11-20. */
export const dayOf = (at: Date, zone: Zone): string => formatInstant(at, zone).slice(0, 10)

type Zone = Pick<BusinessCalendar, 'timeZone'>

/** @returns the moment in the company's time zone, with the offset from UTC: 2026-11-20T18:00:00+05:30 */
export function formatInstant(at: Date, { timeZone }: Zone): string {
  const aheadMs = offsetMs(at.getTime(), timeZone)
  const shown = (ms: number) => new Date(ms).toISOString()
  const distance = shown(Math.abs(aheadMs)).slice(11, 16)
  return `${shown(at.getTime() + aheadMs).slice(0, 19)}${aheadMs < 0 ? '-' : '+'}${distance}`
}

/** @returns when the day begins in the company's time zone */
export const startOfDay = (day: string, calendar: BusinessCalendar): Date => toInstant(day, '00:00', calendar)

/**
 * Converts a local time of the company to a moment. If daylight saving skips that time, the moment is later by the skipped span; if the
 * time occurs twice, it is the first of the two. Temporal does the same, but not all browsers have it yet.
 */
export function toInstant(day: string, time: string, { timeZone }: Zone): Date {
  const shownMs = Date.parse(`${day}T${time}:00Z`)
  const before = offsetMs(shownMs - DAY_MS, timeZone)
  const after = offsetMs(shownMs + DAY_MS, timeZone)
  const offset = [before, after].find((one) => offsetMs(shownMs - one, timeZone) === one) ?? before
  return new Date(shownMs - offset)
}

/** The zone's offset from UTC at that moment; positive if ahead of UTC. */
function offsetMs(epochMs: number, timeZone: string): number {
  const parts = getClock(timeZone).formatToParts(epochMs)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const shownMs = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return shownMs - Math.floor(epochMs / 1000) * 1000
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Cached by zone, because making a formatter takes far longer than using it. */
function getClock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(timeZone, made)
  return made
}
